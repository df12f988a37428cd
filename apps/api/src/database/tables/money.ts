import type {
  AccrualKind,
  AccrualStatus,
  MethodSnapshot,
  PartnerKind,
  PaymentStatus,
  RegistryLineState,
  RegistryStatus,
  ReviewReason,
} from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from './json.ts';
import type { Withholding } from './taxes.ts';

export type PayoutMethodsTable = {
  organization_id: string;
  id: string;
  partner_id: string;
  kind: MethodSnapshot['kind'];
  bank: string;
  phone: string;
  last4: string;
  /** Token of the card at the payment service. The API never returns it. */
  token: string;
  /** BIK of an account; for SBP only when known. */
  bik: string;
  account: string;
  corr_account: Generated<string>;
  /** KPP of a company. */
  kpp: Generated<string>;
  /** null for a method that is not the default. */
  default_since: Date | null;
  /** True for the first method of a partner that a code sent to the phone of the partner confirmed. */
  is_proven: Generated<boolean>;
  created_at: Date;
  archived_at: Date | null;
};

export type PaymentsTable = {
  organization_id: string;
  id: string;
  /** Set last; null only until the transaction that creates the payment ends. */
  number: ColumnType<number, number | null, number>;
  version: Generated<number>;
  partner_id: string;
  status: PaymentStatus;
  amount_kop: number;
  /** Set together with the number, which it contains. */
  purpose: ColumnType<string, string | null, string>;
  method: Json<MethodSnapshot> | null;
  /** Kind and INN of the partner, frozen at approval. Null before it, and for older payments where they are unknown. */
  payee_kind: Generated<PartnerKind | null>;
  payee_inn: Generated<string | null>;
  /** Income tax and contributions, frozen at approval; null where no tax is withheld. */
  taxes: ColumnType<Withholding | null, string | null | undefined, string | null>;
  /** Income tax in kopecks, derived from `taxes`. */
  tax_kop: ColumnType<number, never, never>;
  requested: boolean;
  /** True for a payment to a blocked or archived partner. The minimum does not apply. */
  is_final: Generated<boolean>;
  created_by: string | null;
  /** Employee who formed the payment or accepted the request of a partner. */
  formed_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** Users who changed its accruals, amount or payout method after it was formed. */
  changed_by: Generated<string[]>;
  created_at: Date;
  updated_at: Date;
  approved_at: Date | null;
  paid_at: Date | null;
  /** A day without a time. Read it as text. */
  paid_on: ColumnType<unknown, string | null, string | null>;
  external_ref: Generated<string>;
  failure_reason: Generated<string>;
  cancel_reason: Generated<string>;
  returned_at: Generated<Date | null>;
  /** Day on which the return counts. A day without a time. Read it as text. */
  returned_on: ColumnType<unknown, string | null | undefined, string | null>;
  return_reason: Generated<string>;
};

export type RegistriesTable = {
  organization_id: string;
  id: string;
  number: number;
  version: Generated<number>;
  kind: MethodSnapshot['kind'];
  status: RegistryStatus;
  cancel_reason: Generated<string>;
  created_by: string | null;
  /** Employees who removed payments from it. */
  changed_by: Generated<string[]>;
  created_at: Date;
  updated_at: Date;
  approved_by: string | null;
  approved_at: Date | null;
  sent_at: Date | null;
  closed_at: Date | null;
};

/** Payments of a registry, copied when they were added. A payment is `open` or `paid` in at most one registry. */
export type RegistryPaymentsTable = {
  organization_id: string;
  registry_id: string;
  payment_id: string;
  amount_kop: number;
  /** Income tax of the payment in kopecks, known after approval. */
  tax_kop: Generated<number>;
  method: Json<MethodSnapshot>;
  state: Generated<RegistryLineState>;
};

export type AccrualsTable = {
  organization_id: string;
  id: string;
  number: number;
  partner_id: string;
  program_id: string | null;
  lead_id: string | null;
  /** The later sale that is rewarded. */
  sale_id: Generated<string | null>;
  /** The period that a correction closes. */
  period_close_id: Generated<string | null>;
  /** The id of the lead or the sale. */
  claim_id: ColumnType<string | null, never, never>;
  /** The reward that a correction changes or a reversal cancels. */
  reward_id: string | null;
  kind: AccrualKind;
  amount_kop: number;
  explanation: string;
  comment: Generated<string>;
  /** Stored status. A hold that has ended may still be `hold`; see `accrualStatus`. */
  status: AccrualStatus;
  review_reason: ReviewReason | null;
  hold_until: Date | null;
  payment_id: string | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
  canceled_at: Date | null;
};

/** Changes of the status and the payment of accruals, written by a trigger. The sequence starts from 1 for each accrual. */
export type AccrualMovesTable = {
  organization_id: string;
  accrual_id: string;
  sequence: number;
  partner_id: string;
  program_id: string | null;
  /** The payment that the accrual enters, leaves or is paid by. */
  payment_id: string | null;
  /** null for the creation. */
  from_status: AccrualStatus | null;
  to_status: AccrualStatus;
  amount_kop: number;
  /** `matured` for the end of a hold; `migrated` for moves before the table, as far as they were known. */
  cause: 'created' | 'matured' | 'changed' | 'migrated';
  /** Time of the change; for the end of a hold `hold_until`. Never decreases within an accrual. */
  effective_at: Date;
  /** Time at which the row of the accrual was changed. */
  written_at: Date;
  /** null for the server, and where a migration did not know it. */
  actor_id: string | null;
  request_id: string | null;
};

/** View of the moves of accruals into and out of payments. */
export type PaymentItemsView = {
  organization_id: string;
  payment_id: string;
  accrual_id: string;
  sequence: number;
  is_added: boolean;
  amount_kop: number;
  at: Date;
  actor_id: string | null;
  request_id: string | null;
};

/** What counts in periods: a payment on `paid_on`, and its return by the bank, with the sign -1, on `returned_on`. A view. */
export type PaymentMovementsView = {
  organization_id: string;
  payment_id: string;
  partner_id: string;
  amount_kop: number;
  sign: 1 | -1;
  /** A day without a time. Read it as text. */
  day: ColumnType<unknown, never, never>;
  entered_at: Date;
};

export type IdempotencyKeysTable = {
  organization_id: string;
  key: string;
  request_sha256: string;
  response: Json<unknown> | null;
  created_at: Date;
};

/** Accruals that are what the organization owed a partner on a day before it used the product. Rows are only added. */
export type OpeningBalancesTable = {
  organization_id: string;
  accrual_id: string;
  /** The partner of the accrual. */
  partner_id: string;
  /** A day without a time. Read it as text. */
  as_of: ColumnType<unknown, string, never>;
  /** Number in another system. */
  external_id: string | null;
};

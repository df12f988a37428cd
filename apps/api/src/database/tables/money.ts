import type {
  AccrualKind,
  AccrualStatus,
  BankDocumentState,
  BankMatch,
  MethodSnapshot,
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
  /** Token of the card at the payment service. Never shown. */
  token: string;
  /** Of an account, and of SBP where it is known. */
  bik: string;
  account: string;
  corr_account: Generated<string>;
  /** Of a company. */
  kpp: Generated<string>;
  /** null for a method that is not the default. */
  default_since: Date | null;
  /** The first of its partner, proved by a code sent to the partner's phone. */
  is_proven: Generated<boolean>;
  created_at: Date;
  archived_at: Date | null;
};

export type PaymentsTable = {
  organization_id: string;
  id: string;
  /** Given last; null only until the transaction that makes the payment ends. */
  number: ColumnType<number, number | null, number>;
  version: Generated<number>;
  partner_id: string;
  status: PaymentStatus;
  amount_kop: number;
  /** Given with the number, which it names. */
  purpose: ColumnType<string, string | null, string>;
  method: Json<MethodSnapshot> | null;
  /** Income tax and contributions, frozen at approval; null where no tax is withheld. */
  taxes: ColumnType<Withholding | null, string | null | undefined, string | null>;
  /** Derived from `taxes`. */
  tax_kop: ColumnType<number, never, never>;
  requested: boolean;
  /** To a blocked or archived partner; the minimum does not apply. */
  is_final: Generated<boolean>;
  created_by: string | null;
  /** Employee who formed it, or took a partner's request over. */
  formed_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** Users who changed its accruals, its sum or the method it goes to after it was formed. */
  changed_by: Generated<string[]>;
  created_at: Date;
  updated_at: Date;
  approved_at: Date | null;
  paid_at: Date | null;
  /** A day without a time: read it as text. */
  paid_on: ColumnType<unknown, string | null, string | null>;
  external_ref: Generated<string>;
  failure_reason: Generated<string>;
  cancel_reason: Generated<string>;
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
  /** Employees who took payments out of it. */
  changed_by: Generated<string[]>;
  created_at: Date;
  updated_at: Date;
  approved_by: string | null;
  approved_at: Date | null;
  sent_at: Date | null;
  closed_at: Date | null;
};

/** Payments of a registry, as they were when they came in. A payment is `open` or `paid` in one registry at most. */
export type RegistryPaymentsTable = {
  organization_id: string;
  registry_id: string;
  payment_id: string;
  amount_kop: number;
  /** Income tax of the payment, known once it is approved. */
  tax_kop: Generated<number>;
  method: Json<MethodSnapshot>;
  state: Generated<RegistryLineState>;
};

/** Statements of the bank that were uploaded. */
export type BankStatementsTable = {
  organization_id: string;
  id: string;
  name: string;
  accounts: string[];
  is_own: boolean;
  /** Days without a time: read them as text. */
  day_from: ColumnType<unknown, string | null, never>;
  day_to: ColumnType<unknown, string | null, never>;
  documents: number;
  foreign_documents: number;
  repeated: number;
  unreadable: number;
  uploaded_by: string | null;
  created_at: Date;
};

/** Debits of statements that look like payments; each is there once, whatever files it came in. */
export type BankDocumentsTable = {
  organization_id: string;
  id: string;
  statement_id: string;
  digest: string;
  number: string;
  day: ColumnType<unknown, string, never>;
  amount_kop: number;
  payee: string;
  payee_account: string;
  payee_inn: string;
  purpose: string;
  match: BankMatch;
  reasons: string[];
  payment_id: string | null;
  state: Generated<BankDocumentState>;
};

export type AccrualsTable = {
  organization_id: string;
  id: string;
  number: number;
  partner_id: string;
  program_id: string | null;
  lead_id: string | null;
  /** The reward that a correction changes or a reversal takes back. */
  reward_id: string | null;
  kind: AccrualKind;
  amount_kop: number;
  explanation: string;
  comment: Generated<string>;
  /** Status as last written: a hold that is over may still be called a hold. See `accrualStatus`. */
  status: AccrualStatus;
  review_reason: ReviewReason | null;
  hold_until: Date | null;
  payment_id: string | null;
  created_by: string | null;
  created_at: Date;
  updated_at: Date;
  canceled_at: Date | null;
};

/** All that belongs to one lead that was ever rewarded. Its accruals that are not cancelled add up to the target. */
export type ClaimsTable = {
  organization_id: string;
  lead_id: string;
  partner_id: string;
  program_id: string;
  /** The lead's place in the tiers: rewarded leads its partner had in the program before it. Given once. */
  rewarded_before: number;
  target_kop: number;
  /** The largest target that has passed the budget, or a person. */
  cleared_kop: number;
  /** The most a person has left of it; null while the rule alone decides. */
  hand_kop: number | null;
  hand_reason: string;
  created_at: Date;
  updated_at: Date;
};

export type IdempotencyKeysTable = {
  organization_id: string;
  key: string;
  request_sha256: string;
  answer: Json<unknown> | null;
  created_at: Date;
};

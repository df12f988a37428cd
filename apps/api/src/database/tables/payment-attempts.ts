import type {
  AttemptEvent,
  MethodSnapshot,
  PartnerKind,
  UnknownCause,
} from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from './json.ts';
import type { Withholding } from './taxes.ts';

/** What went out with an approval of a payment, frozen. Attempts of a payment are numbered from 1. */
export type PaymentAttemptsTable = {
  organization_id: string;
  payment_id: string;
  attempt: number;
  amount_kop: number;
  tax_kop: number;
  taxes: Json<Withholding> | null;
  /** The accruals in the payment at that time. */
  accrual_ids: string[] | null;
  method: Json<MethodSnapshot> | null;
  purpose: string | null;
  payee_kind: PartnerKind | null;
  payee_inn: string | null;
  approved_at: Date;
  approved_by: string | null;
  request_id: string | null;
  /**
   * Columns that the upgrade could not know, with the cause: a later approval replaced the value, the card changed later, or neither the row
   * nor the journal has it. Later attempts know all but the payee of a payment that replaces an older one.
   */
  unknown: ColumnType<Record<string, UnknownCause>, string | undefined, never>;
};

/** What became of an attempt. `reopened`: after a refusal, the bank transferred a part. */
export type PaymentAttemptEventsTable = {
  organization_id: string;
  payment_id: string;
  /** Position among the events of the payment, from 1. */
  sequence: number;
  attempt: number;
  event: AttemptEvent;
  /** Reason of a failure or a cancellation. */
  reason: Generated<string>;
  /** Day and number of the transfer of a paid attempt. */
  paid_on: ColumnType<unknown, string | null, never>;
  external_ref: Generated<string>;
  at: Date;
  actor_id: string | null;
  request_id: string | null;
};

import type { ReceiptStatus } from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';

/** A day without a time: read it as text. */
type Day = ColumnType<unknown, string, string>;

/** Last answer of the tax service about a partner. */
export type TaxStatusesTable = {
  organization_id: string;
  partner_id: string;
  /** INN that was asked about; of another one the card's status is not known. */
  inn: string;
  status: 'active' | 'lost';
  /** In Moscow. */
  checked_on: Day;
  checked_at: Date;
};

/** Questions to the tax service, one of a partner at most. */
export type TaxChecksTable = {
  organization_id: string;
  partner_id: string;
  inn: string;
  /** Those that were asked together: their progress is shown. */
  wave: string;
  status: 'waiting' | 'taken' | 'done' | 'failed';
  attempts: Generated<number>;
  problem: Generated<string>;
  due_at: Date;
  requested_at: Date;
  lease: Generated<string | null>;
  leased_until: Generated<Date | null>;
};

/** Receipts that self-employed partners owe for payments. */
export type ReceiptsTable = {
  organization_id: string;
  payment_id: string;
  partner_id: string;
  status: ReceiptStatus;
  /** In Moscow. */
  due_on: Day;
  /** Empty until the partner gives it. */
  number: Generated<string>;
  /** INN of the link, when a link was given. */
  link_inn: Generated<string>;
  problem: Generated<string>;
  given_at: Generated<Date | null>;
  checked_at: Generated<Date | null>;
  checks: Generated<number>;
  /** Moment of the next check. */
  check_at: Generated<Date | null>;
  lease: Generated<string | null>;
  leased_until: Generated<Date | null>;
  reminded_on: ColumnType<unknown, string | null | undefined, string | null>;
  created_at: Date;
};

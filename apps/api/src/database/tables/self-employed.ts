import type { ReceiptStatus } from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';

/** A day without a time. Read it as text. */
type Day = ColumnType<unknown, string, string>;

/** Last response of the tax service about a partner. */
export type TaxStatusesTable = {
  organization_id: string;
  partner_id: string;
  /** INN that was checked. If the card has another one, its status is unknown. */
  inn: string;
  status: 'active' | 'lost';
  /** Day in Moscow. */
  checked_on: Day;
  checked_at: Date;
};

/** Pending checks at the tax service, at most one for each partner. */
export type TaxChecksTable = {
  organization_id: string;
  partner_id: string;
  inn: string;
  /** Checks that were started together. Their progress is shown. */
  batch_id: string;
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
  /** Day in Moscow. */
  due_on: Day;
  /** Empty until the partner submits it. */
  number: Generated<string>;
  /** INN in the submitted link; empty without a link. */
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

import type { ATTACHMENT_CAUSES, SALE_SOURCES, WAITING_STATUSES } from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';

/** A day without a time: it is read as text, `column::text`. */
type Day = ColumnType<unknown, string, string>;
type OptionalDay = ColumnType<unknown, string | null | undefined, string | null>;

export type ClientsTable = {
  organization_id: string;
  id: string;
  number: number;
  version: Generated<number>;
  name: string;
  phone: string | null;
  email: string;
  email_key: string;
  inn: string;
  /** Id of the client in the system of the organization. */
  external_id: string | null;
  search_text: string;
  /** Sums of the sales that are not canceled. A trigger keeps them. */
  sales: ColumnType<number, never, never>;
  revenue_kop: ColumnType<number, never, never>;
  last_sale_on: ColumnType<unknown, never, never>;
  created_at: Date;
  updated_at: Date;
};

/** Periods in which the purchases of a client are credited to a partner of a program. A client has one open attachment per program. */
export type AttachmentsTable = {
  organization_id: string;
  id: string;
  client_id: string;
  program_id: string;
  partner_id: string;
  lead_id: string | null;
  /** The reward rule in force at the start. */
  reward_rule_id: string | null;
  cause: (typeof ATTACHMENT_CAUSES)[number];
  /** The client had no sale when the attachment was opened, except the deal of its lead. It never changes. */
  client_is_new: ColumnType<boolean, unknown, never>;
  starts_at: Day;
  ends_at: OptionalDay;
  closed_at: Generated<Date | null>;
  close_reason: Generated<string>;
  /** The attachment of a later deal that closed this one. */
  replaced_by: Generated<string | null>;
  created_at: Date;
};

/** Payments of clients, and refunds of them. */
export type SalesTable = {
  organization_id: string;
  id: string;
  number: number;
  version: Generated<number>;
  client_id: string;
  /** Null when the purchase is credited to no partner. */
  attachment_id: string | null;
  /** The won lead that is this sale. Its deal amount equals `amount_kop`. */
  lead_id: string | null;
  external_id: string | null;
  /** Null when the lead has no deal amount. */
  amount_kop: number | null;
  /** Sum of the refunds of this sale. */
  refunded_kop: Generated<number>;
  vat_kop: number | null;
  paid_on: Day;
  product: Generated<string>;
  source: (typeof SALE_SOURCES)[number];
  /** The refunded sale; null for a sale. */
  refund_of: string | null;
  comment: Generated<string>;
  /** The live reward of a sale without a lead. */
  reward_id: Generated<string | null>;
  /** Set while the lead of the sale is no deal. */
  canceled_at: Generated<Date | null>;
  created_at: Date;
  updated_at: Date;
};

/** Sales of unknown clients. A sale waits thirty days for its client. */
export type WaitingSalesTable = {
  organization_id: string;
  id: string;
  status: (typeof WAITING_STATUSES)[number];
  name: string;
  phone: string | null;
  email: string;
  email_key: string;
  inn: string;
  /** Id of the client in the system of the organization. */
  client_external_id: string | null;
  program_id: string | null;
  amount_kop: number;
  vat_kop: number | null;
  paid_on: Day;
  product: string;
  comment: string;
  /** Unique among the sales and the waiting sales of the organization. */
  external_id: string | null;
  /** Why the sale was rejected. */
  reason: Generated<string>;
  client_id: Generated<string | null>;
  sale_id: Generated<string | null>;
  created_at: Date;
  closed_at: Generated<Date | null>;
};

import type { BankFiles, PartnerKind, VatMode } from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';

export type OrganizationsTable = {
  id: string;
  name: string;
  legal_name: Generated<string>;
  inn: Generated<string>;
  site: Generated<string>;
  privacy_policy_url: Generated<string>;
  /** Such as `mailto:help@example.ru`. Empty: the support address of the server applies. */
  support_url: Generated<string>;
  /** Published at /policy/{id}. */
  privacy_policy: Generated<string>;
  default_hold_days: Generated<number>;
  default_min_payout_kop: Generated<number>;
  time_zone: Generated<string>;
  /** An employee who formed or changed a payment cannot approve it. */
  requires_second_approver: Generated<boolean>;
  /**
   * With `requires_second_approver`: an employee who added one of its accruals, released one from review, or set its payout method cannot approve it
   * either.
   */
  separate_approver: Generated<boolean>;
  kpp: Generated<string>;
  bank_name: Generated<string>;
  bank_bik: Generated<string>;
  bank_account: Generated<string>;
  bank_corr_account: Generated<string>;
  /** Such as `#07747e`, or empty. */
  brand_color: Generated<string>;
  partner_kinds: Generated<PartnerKind[]>;
  vat_ip: Generated<VatMode>;
  vat_legal: Generated<VatMode>;
  payment_terms: Generated<string>;
  /** Settings of bank files that differ from the defaults. */
  bank_files: ColumnType<Partial<BankFiles>, string | undefined, string>;
  /** An overdue receipt blocks the next payment. */
  receipts_required: Generated<boolean>;
  /** Start of withholding income tax from payments to individuals; null when it is off. */
  withholds_tax_since: Generated<Date | null>;
  created_at: Date;
  updated_at: Date;
};

/** The directory of banks of the Bank of Russia. */
export type BanksTable = { bik: string; name: string; city: string; corr_account: string };

/** Uploaded bank directories. An organization without one uses the `banks` table of the server. */
export type BankDirectoriesTable = {
  organization_id: string;
  /** First day on which the directory is in force. A day without a time; read it as text. */
  day: ColumnType<unknown, string, string>;
  banks: number;
  loaded_by: string | null;
  loaded_at: Date;
};

export type DirectoryBanksTable = BanksTable & { organization_id: string };

export type OrganizationLogosTable = {
  organization_id: string;
  id: string;
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  content: ColumnType<Uint8Array, Uint8Array, Uint8Array>;
  created_at: Date;
};

/** Versions of the documents that partners agree to. */
export type DocumentsTable = {
  organization_id: string;
  id: string;
  kind: 'offer' | 'personal_data';
  version: number;
  text: string;
  sha256: string;
  created_by: string | null;
  created_at: Date;
};

/** Kinds of objects with displayed numbers. */
export type CounterKind = 'lead' | 'client' | 'sale' | 'accrual' | 'payment' | 'registry' | 'act';

export type CountersTable = { organization_id: string; kind: CounterKind; value: number };

/** Closings and reopenings of months. Rows are only added; the last one of an organization applies. */
export type MonthClosingsTable = {
  organization_id: string;
  sequence: number;
  /** Last day of the last closed month. A day without a time; read it as text. */
  closed_through: ColumnType<unknown, string, never>;
  /** Why a month was reopened. */
  reason: Generated<string>;
  at: Date;
  actor_id: string | null;
  request_id: string;
};

/** The closed period of each organization that has one. */
export type ClosedPeriodsView = {
  organization_id: string;
  closed_through: ColumnType<unknown, never, never>;
  /** Start of the first open day. */
  ended_at: ColumnType<Date, never, never>;
};

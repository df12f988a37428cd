import type { TransferKind, TransferSource } from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';

/** Movements of money at the bank. Rows are only added. */
export type TransfersTable = {
  organization_id: string;
  id: string;
  kind: TransferKind;
  /** `statement`: a document of the bank. `file`: a result from a file. `manual`: an entry of an employee. */
  source: TransferSource;
  /** Day of the bank without a time; null for a refusal. Read it as text. */
  value_date: ColumnType<unknown, string | null, never>;
  document_number: string;
  amount_kop: number;
  own_account: string;
  partner_id: string | null;
  payee: string;
  payee_account: string;
  purpose: string;
  /** Reason of a refusal or a return. */
  reason: Generated<string>;
  /** Conflicts with the data of the organization at the time of entry, in Russian. */
  notes: Generated<string[]>;
  file_sha256: string | null;
  bank_document_id: string | null;
  /** Columns whose values earlier versions did not store. */
  unknown: Generated<string[]>;
  entered_at: Date;
  entered_by: string | null;
  request_id: string;
};

/**
 * Parts of transfers that belong to a payment, or that confirm a transfer entered by an employee. Rows are only added. The transferred
 * amount of a payment is the sum of its matches: sent minus returned.
 */
export type TransferMatchesTable = {
  organization_id: string;
  id: string;
  transfer_id: string;
  payment_id: string | null;
  /** The manual transfer that this bank document confirms. */
  confirmed_id: string | null;
  amount_kop: number;
  matched_at: Date;
  matched_by: string | null;
};

/** Corrections for what the bank transferred beyond the amounts of payments. Rows are only added. */
export type TransferDebtsTable = { organization_id: string; accrual_id: string; payment_id: string };

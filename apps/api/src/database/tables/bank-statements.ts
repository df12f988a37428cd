import type { BankDocumentState, BankMatch } from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';

/** Uploaded bank statements. */
export type BankStatementsTable = {
  organization_id: string;
  id: string;
  name: string;
  accounts: string[];
  is_own: boolean;
  /** Days without a time. Read them as text. */
  day_from: ColumnType<unknown, string | null, never>;
  day_to: ColumnType<unknown, string | null, never>;
  documents: number;
  foreign_documents: number;
  repeated: number;
  unreadable: number;
  uploaded_by: string | null;
  created_at: Date;
  /** Null for files of earlier versions. */
  file_sha256: string | null;
};

/** Debits in bank statements that look like payments, and credits that look like their returns. Each is stored once, even if several files contain it. */
export type BankDocumentsTable = {
  organization_id: string;
  id: string;
  statement_id: string;
  digest: string;
  /** True for a credit. The payee columns then contain the sender. */
  is_return: Generated<boolean>;
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
  /** Account of the organization; empty for documents of earlier versions. */
  payer_account: Generated<string>;
  /** Employee and time of the decision; null when earlier versions did not store them. */
  decided_at: Generated<Date | null>;
  decided_by: Generated<string | null>;
};

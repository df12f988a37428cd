import type { KeptFileFormat } from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';

/** Contents of bank files, each once. They are erased some years after the last download. */
export type KeptFilesTable = {
  organization_id: string;
  id: string;
  sha256: string;
  content: ColumnType<Uint8Array | null, Uint8Array, null>;
  kept_at: Date;
  erased_at: Generated<Date | null>;
};

/** Downloads of bank files. Rows are only added. */
export type FileDownloadsTable = {
  organization_id: string;
  id: string;
  file_id: string;
  /** Null for the QR code of a payment. */
  registry_id: string | null;
  /** Payments in the file. */
  payment_ids: string[];
  format: KeptFileFormat;
  name: string;
  latin_name: string;
  media_type: string;
  at: Date;
  actor_id: string;
  request_id: string;
};

import type { ColumnType, Generated } from 'kysely';
import type { Json } from './json.ts';

export type AuditEntriesTable = {
  organization_id: string;
  id: string;
  actor_id: string | null;
  action: string;
  object_kind: string;
  object_id: string;
  diff: Json<Record<string, unknown>>;
  at: Date;
  request_id: string;
};

/** Values of the personal fields of a journal entry. They can be erased, and never change otherwise. */
export type JournalValuesTable = {
  organization_id: string;
  /** Id of the row of `audit_entries` or `lead_events`. */
  entry_id: string;
  field: string;
  /** Id of the lead, the card or the user that the values describe. */
  subject_id: string;
  before_value: string | null;
  after_value: string | null;
  /** Null for erased values. */
  salt: Generated<Uint8Array | null>;
  erased_at: Date | null;
};

/** The chain of hashes over the journal of each organization. `seal_journal` adds the rows. */
export type JournalSealsTable = {
  organization_id: string;
  sequence: number;
  entry_id: string;
  /** Digests of the values in `journal_values`, by field. */
  digests: ColumnType<Record<string, string>, never, never>;
  hash: ColumnType<Uint8Array, never, never>;
};

/** Journal entries that are not in the chain yet. A trigger adds the rows. */
export type JournalQueueTable = { organization_id: string; at: Date; entry_id: string };

/** The rows of `audit_entries` and `lead_events`. `facts` is the text that the chain covers. */
export type JournalEntriesView = {
  organization_id: string;
  id: string;
  at: Date;
  action: string;
  object_id: string;
  facts: string;
};

import type {
  ImportKind,
  ImportRowState,
  ImportSettings,
  ImportState,
  Position,
} from '@referral-dashboard/api-contract';
import type { Generated } from 'kysely';
import type { Json } from './json.ts';

/** Files that are imported. */
export type ImportsTable = {
  organization_id: string;
  id: string;
  kind: ImportKind;
  state: ImportState;
  name: string;
  sha256: string;
  /** Headers of the columns. */
  titles: Json<string[]>;
  settings: Json<ImportSettings>;
  problem: Generated<string>;
  /** Position of the employee who started the work. */
  position: Position;
  created_by: string;
  created_at: Date;
  started_at: Generated<Date | null>;
  /** Process that works on the import. */
  lease: Generated<string | null>;
  leased_until: Generated<Date | null>;
  /** Numbers of rows by state; null while the server works on the import. */
  counts: Json<Record<ImportRowState, number>> | null;
  /** Set when the contents of the rows were deleted. */
  erased_at: Generated<Date | null>;
};

/** A sentence about a row. `field` is null for a problem of the whole row. */
export type RowReason = { field: string | null; detail: string };

export type ImportRowsTable = {
  organization_id: string;
  import_id: string;
  /** Number in the file, from 1. */
  number: number;
  cells: Json<string[]> | null;
  /** `above`: the header and the rows above it, which are not imported. */
  state: ImportRowState | 'above';
  reasons: Json<RowReason[]>;
  /** Identifies the object of the row, such as its phone: a later row with the same key repeats it. */
  key: string | null;
  object_id: Generated<string | null>;
};

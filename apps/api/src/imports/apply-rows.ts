import { sql } from 'kysely';
import type { RowReason } from '../database/tables/imports.ts';
import type { Db } from '../platform/db/db.ts';
import { ApiError, formatRefusal, refusalIn } from '../platform/errors.ts';
import { type ImportRow, importsRepo, type Outcome } from './imports.repo.ts';
import type { Cells, Kind, Run } from './kinds/kind.ts';

/** An import whose rows are applied. */
export type RowWork = { id: string; run: Run; kind: Kind; mapping: Readonly<Record<string, number>> };

/** Applies rows one after another. A refused row leaves nothing behind. */
export async function applyRows(trx: Db, work: RowWork, rows: readonly ImportRow[]): Promise<Outcome[]> {
  const { id, run, kind, mapping } = work;
  const read = rows.map((row) => ({ row, ...readRow(kind, run, toCells(row.cells, mapping)) }));
  const keys = read.flatMap((one) => ('key' in one ? [one.key] : []));
  const firstRows = await importsRepo(trx, run.staff.organizationId).firstWith(id, keys);
  const outcomes: Outcome[] = [];
  for (const one of read) {
    const { number } = one.row;
    if ('refusal' in one) {
      outcomes.push(refuse(number, one.refusal));
      continue;
    }
    const first = firstRows.get(one.key);
    if (first !== undefined) {
      const reasons = [{ field: null, detail: `Повторяет строку ${first}.` }];
      outcomes.push({ number, state: 'skipped', reasons, key: one.key, object_id: null });
      continue;
    }
    const outcome = await applyRow(trx, number, one);
    if (outcome.state !== 'refused') firstRows.set(one.key, number);
    outcomes.push(outcome);
  }
  return outcomes;
}

type ReadRow = ReturnType<Kind['read']>;

function readRow(kind: Kind, run: Run, cells: Cells): ReadRow | { refusal: ApiError } {
  try {
    return kind.read(cells, run);
  } catch (error) {
    if (error instanceof ApiError) return { refusal: error };
    throw error;
  }
}

async function applyRow(trx: Db, number: number, { key, apply }: ReadRow): Promise<Outcome> {
  await sql`savepoint import_row`.execute(trx);
  try {
    const { state, objectId, detail } = await apply(trx);
    await sql`release savepoint import_row`.execute(trx);
    const reasons = detail === undefined ? [] : [{ field: null, detail }];
    return { number, state, reasons, key, object_id: objectId };
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === undefined) throw error;
    await sql`rollback to savepoint import_row`.execute(trx);
    return refuse(number, refusal);
  }
}

export function refuse(number: number, refusal: ApiError): Outcome {
  return { number, state: 'refused', reasons: toReasons(refusal), key: null, object_id: null };
}

function toReasons(refusal: ApiError): RowReason[] {
  const { body } = refusal.response;
  if (typeof body.detail === 'string') return [{ field: null, detail: formatRefusal(refusal) }];
  return Object.entries(body).flatMap(([field, sentences]) =>
    [sentences]
      .flat()
      .flatMap((detail) => (typeof detail === 'string' ? [{ field: field || null, detail }] : [])),
  );
}

/** Returns the values of a row by field, without empty ones. */
export const toCells = (cells: readonly string[], mapping: Readonly<Record<string, number>>): Cells =>
  Object.fromEntries(
    Object.entries(mapping).flatMap(([field, column]) => {
      const text = cells[column];
      return text === undefined || text === '' ? [] : [[field, text]];
    }),
  );

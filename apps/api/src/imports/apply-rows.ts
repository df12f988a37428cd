import { sql } from 'kysely';
import type { RowReason } from '../database/tables/imports.ts';
import type { Db } from '../platform/db/db.ts';
import { ApiError, formatRefusal, refusalIn } from '../platform/errors.ts';
import { type ImportRow, importsRepo, type Outcome } from './imports.repo.ts';
import type { Applied, Cells, Kind, Run } from './kinds/kind.ts';
import { createLookups, type Lookups } from './kinds/lookups.ts';
import type { ReportRowRule } from './report-rows.ts';

/** An import whose rows are applied. */
export type RowWork = {
  id: string;
  run: Run;
  kind: Kind;
  mapping: Readonly<Record<string, number>>;
  reportRow: ReportRowRule;
};

type LookupWork = RowWork & { lookups: Lookups };
type ReadRow = ReturnType<Kind['read']> & { number: number };

/** Applies rows together. A refused row leaves nothing behind. */
export async function applyRows(trx: Db, work: RowWork, rows: readonly ImportRow[]): Promise<Outcome[]> {
  const { id, run, kind } = work;
  const read: ReadRow[] = [];
  const unread: Outcome[] = [];
  const readCells: Cells[] = [];
  for (const { number, cells } of rows)
    try {
      const ofFields = toCells(cells, work.mapping);
      read.push({ number, ...kind.read(ofFields, run) });
      readCells.push(ofFields);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const cause = work.reportRow(cells);
      unread.push(cause === undefined ? refuse(number, error) : skip(number, cause));
    }
  const lookups = createLookups(trx, run, readCells);
  await kind.lock?.(
    trx,
    run,
    read.map(({ row }) => row),
    lookups,
  );
  const keys = read.map(({ key }) => key);
  const first = await importsRepo(trx, run.staff.organizationId).firstWith(id, keys);
  return [...unread, ...(await applyHalves(trx, { ...work, lookups }, read, first))];
}

/** Applies rows together. When one of them is refused, each half is applied by itself, down to the refused row. */
async function applyHalves(
  trx: Db,
  work: LookupWork,
  read: readonly ReadRow[],
  first: FirstRows,
): Promise<Outcome[]> {
  const [one] = read;
  if (one === undefined) return [];
  const done = await inSavepoint(trx, () => applyTogether(trx, work, read, new Map(first)));
  if ('result' in done) {
    for (const { key, number } of read) if (!first.has(key)) first.set(key, number);
    return done.result;
  }
  if (read.length === 1) return [refuse(one.number, done.refusal, work.kind.fields)];
  const outcomes: Outcome[] = [];
  for (const half of halves(read)) outcomes.push(...(await applyHalves(trx, work, half, first)));
  return outcomes;
}

/** Returns the two halves of a list. */
export function halves<Item>(items: readonly Item[]): Item[][] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

/** @param first Numbers of the rows by key that are applied already. */
async function applyTogether(
  trx: Db,
  { run, kind, lookups }: LookupWork,
  read: readonly ReadRow[],
  first: FirstRows,
) {
  const outcomes: Outcome[] = [];
  const written: ReadRow[] = [];
  for (const one of read) {
    const before = first.get(one.key);
    if (before !== undefined) outcomes.push(skip(one.number, `Повторяет строку ${before}.`, one.key));
    else written.push(one);
    first.set(one.key, before ?? one.number);
  }
  if (written.length === 0) return outcomes;
  const results = await kind.apply(
    trx,
    run,
    written.map(({ row }) => row),
    lookups,
  );
  return [...outcomes, ...written.flatMap((one, at) => toOutcome(one, results[at]))];
}

type FirstRows = Map<string, number>;

/** Runs writes that leave nothing behind when they are refused. */
export async function inSavepoint<Result>(
  trx: Db,
  work: () => Promise<Result>,
): Promise<{ result: Result } | { refusal: ApiError }> {
  await sql`savepoint import_rows`.execute(trx);
  try {
    const result = await work();
    await sql`release savepoint import_rows`.execute(trx);
    return { result };
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal === undefined) throw error;
    await sql`rollback to savepoint import_rows`.execute(trx);
    return { refusal };
  }
}

function toOutcome({ number, key }: ReadRow, applied: Applied | undefined): Outcome[] {
  if (applied === undefined) return [];
  const { state, objectId, detail } = applied;
  const reasons = detail === undefined ? [] : [{ field: null, detail }];
  return [{ number, state, reasons, key, object_id: objectId }];
}

const skip = (number: number, detail: string, key: string | null = null): Outcome => ({
  number,
  state: 'skipped',
  reasons: [{ field: null, detail }],
  key,
  object_id: null,
});

export const refuse = (number: number, refusal: ApiError, fields: Kind['fields'] = {}): Outcome => ({
  number,
  state: 'refused',
  reasons: toReasons(refusal, fields),
  key: null,
  object_id: null,
});

function toReasons(refusal: ApiError, fields: NonNullable<Kind['fields']>): RowReason[] {
  const { body } = refusal.response;
  if (typeof body.detail === 'string') return [{ field: null, detail: formatRefusal(refusal) }];
  return Object.entries(body).flatMap(([name, sentences]) =>
    [sentences]
      .flat()
      .flatMap((detail) =>
        typeof detail === 'string' ? [{ field: fields[name] ?? (name || null), detail }] : [],
      ),
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

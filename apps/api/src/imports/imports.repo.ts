import {
  IMPORT_HEADER_ROWS,
  type ImportKind,
  type ImportRowState,
  type ImportState,
  isWorkingImport,
  WORKING_IMPORT_STATES,
} from '@referral-dashboard/api-contract';
import { type SqlBool, sql, type Updateable } from 'kysely';
import type { ImportsTable, RowReason } from '../database/tables/imports.ts';
import type { Db } from '../platform/db/db.ts';
import { pruneTable } from '../platform/db/prune.ts';
import type { Undo } from './kinds/kind.ts';
import type { TableRow } from './reading/limits.ts';

/** Number of rows in one SQL statement. */
const PORTION = 2000;
const LATEST = 20;
/** Seconds after which another process takes over the import of a process that ended. */
const LEASE_SECONDS = 60;

export type ImportRow = { number: number; cells: string[] };
/** Result of a row. */
export type Outcome = {
  number: number;
  state: ImportRowState;
  reasons: RowReason[];
  key: string | null;
  object_id: string | null;
};

/** Queries for the imports of an organization. */
export function importsRepo(db: Db, organizationId: string) {
  const one = (id: string) =>
    db.selectFrom('imports').where('organization_id', '=', organizationId).where('id', '=', id);
  const rowsOf = (id: string) =>
    db.selectFrom('import_rows').where('organization_id', '=', organizationId).where('import_id', '=', id);
  const withAuthor = () =>
    db
      .selectFrom('imports as i')
      .innerJoin('users as u', 'u.id', 'i.created_by')
      .selectAll('i')
      .select(['u.last_name', 'u.first_name', 'u.father_name', 'u.phone'])
      .where('i.organization_id', '=', organizationId);

  return {
    find: (id: string) => withAuthor().where('i.id', '=', id).executeTakeFirst(),

    latest: (kind: ImportKind) =>
      withAuthor()
        .where('i.kind', '=', kind)
        .orderBy('i.created_at', 'desc')
        .orderBy('i.id', 'desc')
        .limit(LATEST)
        .execute(),

    /** The last import of a kind whose columns were chosen by an employee. */
    lastChecked: (kind: ImportKind) =>
      db
        .selectFrom('imports')
        .select(['id', 'titles', 'settings'])
        .where('organization_id', '=', organizationId)
        .where('kind', '=', kind)
        .where('started_at', 'is not', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    locked: (id: string) => one(id).selectAll().forUpdate().executeTakeFirst(),

    async counts(id: string): Promise<Record<ImportRowState, number>> {
      const rows = await rowsOf(id)
        .select(['state', sql<number>`count(*)::int`.as('count')])
        .where('state', '<>', 'above')
        .groupBy('state')
        .execute();
      const none = { waiting: 0, created: 0, changed: 0, skipped: 0, refused: 0, undone: 0 };
      return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
    },

    /** @param header Number of the row with the headers. */
    async insertRows(id: string, rows: readonly TableRow[], header: number) {
      for (let from = 0; from < rows.length; from += PORTION)
        await sql`
          insert into import_rows (organization_id, import_id, number, cells, state)
          select ${organizationId}, ${id}, r.number, r.cells,
            case when r.number <= ${header} then 'above' else 'waiting' end
          from jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + PORTION))}::jsonb) as r (number int, cells jsonb)`.execute(
          db,
        );
    },

    /** The first rows of the file, among which the header is. */
    head: (id: string) =>
      rowsOf(id).select(['number', 'cells', 'state']).orderBy('number').limit(IMPORT_HEADER_ROWS).execute(),

    /** The first rows below the header. */
    firstRows: (id: string, limit: number) =>
      rowsOf(id)
        .select(['number', 'cells'])
        .where('state', '<>', 'above')
        .orderBy('number')
        .limit(limit)
        .execute(),

    /** Makes a row the header: the rows below it wait. */
    async chooseHeader(id: string, header: number) {
      await sql`
        update import_rows
        set state = case when number <= ${header} then 'above' else 'waiting' end, reasons = '[]', key = null, object_id = null
        where organization_id = ${organizationId} and import_id = ${id}`.execute(db);
    },

    rows: (id: string, state: ImportRowState, after: number, limit: number) =>
      rowsOf(id)
        .select(['number', 'cells', 'reasons', 'object_id'])
        .where('state', '=', state)
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute(),

    /** The rows that wait, with the values of these columns. */
    waitingNumbers: (id: string, columns: readonly number[]): Promise<ImportRow[]> =>
      rowsOf(id)
        .select('number')
        .select(
          sql<
            string[]
          >`array(select coalesce(cells ->> c, '') from unnest(${columns}::int[]) with ordinality u (c, place) order by place)`.as(
            'cells',
          ),
        )
        .where('state', '=', 'waiting')
        .execute(),

    /** Those of the rows that wait, in the order of their numbers in the list. */
    waiting: async (id: string, numbers: readonly number[]): Promise<ImportRow[]> => {
      const rows = await rowsOf(id)
        .select(['number', 'cells'])
        .where('state', '=', 'waiting')
        .where(sql<SqlBool>`number = any(${numbers}::int[])`)
        .orderBy(sql`array_position(${numbers}::int[], number)`)
        .execute();
      return rows.map(({ number, cells }) => ({ number, cells: cells ?? [] }));
    },

    /** The numbers of the first rows with these keys that were not refused. */
    async firstWith(id: string, keys: readonly string[]): Promise<Map<string, number>> {
      const rows = await rowsOf(id)
        .select(['key', sql<number>`min(number)`.as('number')])
        .where(sql<SqlBool>`key = any(${keys}::text[])`)
        .where('state', '<>', 'refused')
        .groupBy('key')
        .execute();
      return new Map(rows.map(({ key, number }) => [key ?? '', number]));
    },

    /** The numbers of created rows by the cause for which their objects stay. */
    async undoCauses(id: string, cause: Undo['cause']) {
      const { rows } = await sql<{ cause: string | null; rows: number }>`
        select cause, count(*)::int as rows
        from (
          select ${cause} as cause from import_rows r
          where r.organization_id = ${organizationId} and r.import_id = ${id} and r.state = 'created') created
        group by cause order by rows desc, cause`.execute(db);
      return rows;
    },

    /** The next created rows, last of the file first. */
    async createdRows(id: string, cause: Undo['cause'], below: number, limit: number) {
      const { rows } = await sql<{
        number: number;
        key: string | null;
        object_id: string;
        cause: string | null;
      }>`
        select r.number, r.key, r.object_id, ${cause} as cause from import_rows r
        where r.organization_id = ${organizationId} and r.import_id = ${id} and r.state = 'created' and r.number < ${below}
        order by r.number desc limit ${limit}`.execute(db);
      return rows;
    },

    store: (id: string, outcomes: readonly Outcome[]) =>
      sql`
        update import_rows set state = r.state, reasons = r.reasons, key = r.key, object_id = r.object_id
        from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
          as r (number int, state text, reasons jsonb, key text, object_id uuid)
        where organization_id = ${organizationId} and import_id = ${id} and import_rows.number = r.number`.execute(
        db,
      ),

    /** Makes rows wait again, except those in the given states. */
    async restart(id: string, kept: readonly ImportRowState[]) {
      await db
        .updateTable('import_rows')
        .set({ state: 'waiting', reasons: '[]', key: null, object_id: null })
        .where('organization_id', '=', organizationId)
        .where('import_id', '=', id)
        .where(sql<SqlBool>`state <> all(${['above', ...kept]}::text[])`)
        .execute();
    },

    /** Changes an import. Its counts are stored when the server does not work on it. */
    async update(id: string, { state, ...change }: Updateable<ImportsTable>) {
      const counts =
        state === undefined || isWorkingImport(state) ? null : JSON.stringify(await this.counts(id));
      await db
        .updateTable('imports')
        .set({ ...change, ...(state !== undefined && { state, counts }) })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .execute();
    },

    /** Extends the lease of a process. @returns false when the import is in another state or belongs to another process. */
    async extendLease(id: string, lease: string, state: ImportState, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('imports')
        .set({ leased_until: new Date(now.getTime() + LEASE_SECONDS * 1000) })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('state', '=', state)
        .where('lease', '=', lease)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}

/** Leases the imports that wait for work or whose process ended. */
export async function leaseImports(db: Db, lease: string, now: Date) {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    update imports set lease = ${lease}, leased_until = ${new Date(now.getTime() + LEASE_SECONDS * 1000)}
    where (organization_id, id) in (
      select organization_id, id from imports
      where state in (${sql.join(WORKING_IMPORT_STATES)}) and (leased_until is null or leased_until < ${now})
      order by created_at limit 4 for update skip locked)
    returning organization_id, id`.execute(db);
  return rows;
}

/** Deletes the contents of the rows of old files. Their states and objects stay. */
export async function eraseOldRows(db: Db, before: Date, now: Date) {
  const old = await db
    .selectFrom('imports')
    .select(['organization_id', 'id'])
    .where('created_at', '<', before)
    .where('erased_at', 'is', null)
    .limit(100)
    .execute();
  for (const { organization_id, id } of old) {
    await pruneTable(
      db,
      'import_rows',
      sql<boolean>`t.organization_id = ${organization_id} and t.import_id = ${id} and t.object_id is null`,
    );
    await db
      .updateTable('import_rows')
      .set({ cells: null, key: null, reasons: '[]' })
      .where('organization_id', '=', organization_id)
      .where('import_id', '=', id)
      .execute();
    await importsRepo(db, organization_id).update(id, { erased_at: now });
  }
}

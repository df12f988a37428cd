import { createHash, randomUUIDv7 } from 'node:crypto';
import {
  IMPORT_DAYS,
  IMPORT_POSITIONS,
  type ImportHeader,
  type ImportKind,
  type ImportRows,
  type ImportRowsQuery,
  type ImportSettings,
  type ImportState,
  type ImportsQuery,
  type ImportUndo,
  type ImportView,
  importFields,
  MAX_IMPORT_ROWS,
  type NewImport,
  takesImportProgram,
} from '@referral-dashboard/api-contract';
import { createStaffAudit, formatActor } from '../audit/index.ts';
import { type Clock, DAY_MS } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { conflict, forbidden, invalid, noSuchObject } from '../platform/errors.ts';
import { guessMapping } from '../platform/fields/headers.ts';
import { withIdempotency } from '../platform/http/limits/idempotency.ts';
import type { Staff } from '../platform/http/viewer.ts';
import { checkTogether } from '../referrals/index.ts';
import { findHeader, NOTHING_REMEMBERED, type Remembered } from './header.ts';
import type { Kinds } from './import-job.ts';
import { eraseOldRows, importsRepo } from './imports.repo.ts';
import { NO_ROWS_BELOW, TOO_MANY_ROWS } from './reading/limits.ts';
import { readTableInThread } from './reading/read-in-thread.ts';
import { refusedRowsFile } from './refused-rows.ts';
import { createReportRowRule } from './report-rows.ts';

const SAMPLES = 5;
const PAGE = 50;
const SHOWN_CELLS = 4;

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof importsRepo>['find']>>>;

const wrongState = () =>
  conflict('invalid_transition', 'Загрузка уже в другом состоянии. Обновите страницу.');

/** @throws ApiError 403 for a kind that the position may not import. */
function checkPosition({ position }: Staff, kind: ImportKind) {
  if (!IMPORT_POSITIONS[kind].includes(position)) throw forbidden();
}

/** Uploads of tables, their check, their run and its result. */
export function createImportsService(db: Db, clock: Clock, kinds: Kinds) {
  const addAuditEntry = createStaffAudit('import', clock);
  const find = async (trx: Db, staff: Staff, id: string): Promise<Row> => {
    const row = await importsRepo(trx, staff.organizationId).find(id);
    if (row === undefined) throw noSuchObject();
    checkPosition(staff, row.kind);
    return row;
  };
  const view = async (trx: Db, staff: Staff, id: string): Promise<ImportView> => {
    const row = await find(trx, staff, id);
    const repo = importsRepo(trx, staff.organizationId);
    const head = await repo.head(id);
    const reportRow = createReportRowRule(row.titles, row.settings.mapping);
    const rows = (await repo.firstRows(id, SAMPLES * 2))
      .flatMap(({ cells }) => (cells === null || reportRow(cells) !== undefined ? [] : [cells]))
      .slice(0, SAMPLES);
    const columns = row.titles.map((title, at) => ({ title, samples: rows.map((cells) => cells[at] ?? '') }));
    return {
      ...(await summary(trx, row)),
      columns: row.erased_at === null ? columns : [],
      header_row: headerOf(head),
      head: row.erased_at === null ? head.map(({ number, cells }) => ({ number, text: toLine(cells) })) : [],
      settings: row.settings,
    };
  };

  /** Locks an import and puts it into another state. */
  const move = (
    staff: Staff,
    id: string,
    from: readonly ImportState[],
    change: (trx: Db, row: Row) => Promise<void>,
  ) =>
    db.transaction().execute(async (trx) => {
      const repo = importsRepo(trx, staff.organizationId);
      const locked = await repo.locked(id);
      const row = await find(trx, staff, id);
      if (locked === undefined || !from.includes(row.state) || row.erased_at !== null) throw wrongState();
      await change(trx, row);
      return view(trx, staff, id);
    });

  return {
    async list(staff: Staff, { kind }: ImportsQuery) {
      checkPosition(staff, kind);
      const rows = await importsRepo(db, staff.organizationId).latest(kind);
      return { results: await Promise.all(rows.map((row) => summary(db, row))) };
    },

    get: (staff: Staff, id: string) => view(db, staff, id),

    /** Reads and stores a file, and guesses the columns of its fields. */
    async create(staff: Staff, { kind, name, data }: NewImport, key?: string): Promise<ImportView> {
      checkPosition(staff, kind);
      const table = await readTableInThread(data);
      if ('problem' in table) throw invalid({ data: [table.problem] });
      const { headers } = kinds[kind];
      const remembered = await readRemembered(db, staff, kind);
      const { row, titles, below } = findHeader(table.rows, headers, remembered);
      if (below === 0) throw invalid({ data: [NO_ROWS_BELOW] });
      if (below > MAX_IMPORT_ROWS) throw invalid({ data: [TOO_MANY_ROWS] });
      const id = randomUUIDv7();
      const sha256 = createHash('sha256').update(Buffer.from(data, 'base64')).digest('hex');
      const { organizationId } = staff;
      const call = { organizationId, key, call: 'import', body: { kind, name, sha256 } };
      return withIdempotency(db, call, clock(), async (trx) => {
        const repo = importsRepo(trx, staff.organizationId);
        const mapping = guessMapping(titles, headers, remembered.headers);
        await trx
          .insertInto('imports')
          .values({
            organization_id: staff.organizationId,
            id,
            kind,
            name,
            state: 'uploaded',
            sha256,
            titles: JSON.stringify(titles),
            settings: JSON.stringify({ mapping }),
            position: staff.position,
            created_by: staff.userId,
            created_at: clock(),
            counts: null,
          })
          .execute();
        await repo.insertRows(id, table.rows, row);
        await repo.update(id, { state: 'uploaded' });
        return view(trx, staff, id);
      });
    },

    async rows(staff: Staff, id: string, { state, after }: ImportRowsQuery): Promise<ImportRows> {
      const { titles, settings } = await find(db, staff, id);
      const found = await importsRepo(db, staff.organizationId).rows(id, state, after, PAGE + 1);
      const results = found.slice(0, PAGE);
      const columnOf = (field: string | null) =>
        field === null ? null : (titles[settings.mapping[field] ?? -1] ?? null);
      return {
        results: results.map(({ number, cells, reasons, object_id }) => ({
          number,
          text: toLine(cells),
          reasons: reasons.map(({ field, detail }) => ({ field, column: columnOf(field), detail })),
          object: object_id,
        })),
        next: found.length > PAGE ? (results.at(-1)?.number ?? null) : null,
      };
    },

    /** Makes another of the first rows the header, and guesses the columns again. */
    chooseHeader: (staff: Staff, id: string, { row }: ImportHeader) =>
      move(staff, id, ['uploaded', 'checked'], async (trx, { kind, settings }) => {
        const repo = importsRepo(trx, staff.organizationId);
        const chosen = (await repo.head(id)).find(({ number }) => number === row);
        if (chosen === undefined) throw invalid({ row: ['Такой строки в начале файла нет.'] });
        const titles = chosen.cells ?? [];
        const { headers } = await readRemembered(trx, staff, kind);
        const mapping = guessMapping(titles, kinds[kind].headers, headers);
        await repo.chooseHeader(id, row);
        if ((await repo.firstRows(id, 1)).length === 0) throw invalid({ row: [NO_ROWS_BELOW] });
        await repo.update(id, {
          state: 'uploaded',
          problem: '',
          titles: JSON.stringify(titles),
          settings: JSON.stringify({ ...settings, mapping }),
        });
      }),

    check: (staff: Staff, id: string, settings: ImportSettings) =>
      move(staff, id, ['uploaded', 'checked'], async (trx, { kind, titles }) => {
        checkSettings(kind, titles.length, settings);
        if (settings.program) await checkTogether(trx, staff.organizationId, settings.program, null);
        const repo = importsRepo(trx, staff.organizationId);
        await repo.restart(id, []);
        await repo.update(id, {
          state: 'checking',
          problem: '',
          settings: JSON.stringify(settings),
          position: staff.position,
          started_at: clock(),
        });
      }),

    /** Runs the rows that the check did not refuse. A canceled or failed run continues. */
    run: (staff: Staff, id: string) =>
      move(staff, id, ['checked', 'canceled', 'failed'], async (trx, { state, started_at }) => {
        const repo = importsRepo(trx, staff.organizationId);
        if (started_at === null) throw wrongState();
        if (state === 'checked') await repo.restart(id, ['refused']);
        await repo.update(id, {
          state: 'running',
          problem: '',
          position: staff.position,
          leased_until: null,
        });
        await addAuditEntry(trx, staff, 'run', id, {});
      }),

    /** Stops a check or a run. The rows that are imported stay. */
    cancel: (staff: Staff, id: string) =>
      move(staff, id, ['checking', 'running'], async (trx, { state }) => {
        const repo = importsRepo(trx, staff.organizationId);
        const stopped = { lease: null, leased_until: null };
        await repo.update(id, { state: state === 'checking' ? 'uploaded' : 'canceled', ...stopped });
        if (state === 'running') await addAuditEntry(trx, staff, 'cancel', id, {});
      }),

    /** Counts the rows whose objects an undo removes or cancels, and those that stay. */
    async previewUndo(staff: Staff, id: string): Promise<ImportUndo> {
      const { kind } = await find(db, staff, id);
      const causes = await importsRepo(db, staff.organizationId).undoCauses(id, kinds[kind].undo.cause);
      const kept = causes.flatMap(({ cause, rows }) => (cause === null ? [] : [{ detail: cause, rows }]));
      return {
        undone: causes.find(({ cause }) => cause === null)?.rows ?? 0,
        kept: kept.reduce((sum, { rows }) => sum + rows, 0),
        causes: kept,
      };
    },

    /** Removes or cancels what an import has created, unless something rests on it. A second undo does nothing. */
    undo: (staff: Staff, id: string) =>
      move(staff, id, ['done', 'canceled', 'failed', 'undoing', 'undone'], async (trx, { state }) => {
        if (state === 'undoing' || state === 'undone') return;
        const change = {
          state: 'undoing',
          problem: '',
          position: staff.position,
          leased_until: null,
        } as const;
        await importsRepo(trx, staff.organizationId).update(id, change);
        await addAuditEntry(trx, staff, 'undo', id, {});
      }),

    async refusedRows(staff: Staff, id: string) {
      const { titles, name } = await find(db, staff, id);
      const rows = await importsRepo(db, staff.organizationId).rows(id, 'refused', 0, MAX_IMPORT_ROWS);
      return { file: refusedRowsFile(name, titles, rows), rows: rows.length };
    },

    /** Deletes the contents of old files. */
    prune: () => eraseOldRows(db, new Date(clock().getTime() - IMPORT_DAYS * DAY_MS), clock()),
  };
}

async function summary(db: Db, row: Row) {
  const counts = row.counts ?? (await importsRepo(db, row.organization_id).counts(row.id));
  const { id, kind, state, name, problem } = row;
  return {
    ...{ id, kind, state, name, problem, counts },
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    created_at: row.created_at.toISOString(),
    created_by: formatActor(row) ?? '',
  };
}

/** Returns the first values of a row. */
const toLine = (cells: readonly string[] | null) =>
  (cells ?? []).filter(Boolean).slice(0, SHOWN_CELLS).join(' · ');

/** Returns the number of the row with the headers: the last one that is not imported. */
const headerOf = (head: Awaited<ReturnType<ReturnType<typeof importsRepo>['head']>>): number | null =>
  head.findLast(({ state }) => state === 'above')?.number ?? null;

/** Returns the columns and the header row of the last checked file of a kind. */
async function readRemembered(db: Db, { organizationId }: Staff, kind: ImportKind): Promise<Remembered> {
  const repo = importsRepo(db, organizationId);
  const last = await repo.lastChecked(kind);
  if (last === undefined) return NOTHING_REMEMBERED;
  const headers = Object.entries(last.settings.mapping).flatMap(([field, column]) => {
    const title = last.titles[column];
    return title === undefined ? [] : [[field, title] as const];
  });
  return { headers: Object.fromEntries(headers), row: headerOf(await repo.head(last.id)) };
}

/** @throws ApiError 400 for unknown fields and columns, for required fields without a column, and for a program that the rows would not take. */
function checkSettings(kind: ImportKind, columns: number, { mapping, program }: ImportSettings) {
  const fields = importFields(kind);
  const unknown = Object.entries(mapping).some(([field, column]) => !(field in fields) || column >= columns);
  if (unknown) throw invalid({ mapping: ['Такого поля или столбца нет. Обновите страницу.'] });
  const missing = Object.entries(fields).filter(([field, { required }]) => required && !(field in mapping));
  if (missing.length > 0)
    throw invalid({ mapping: [`Выберите столбец для поля «${missing[0]?.[1].label}».`] });
  if (program && !takesImportProgram(kind))
    throw invalid({ program: ['У продаж программа клиента. Другую укажите в столбце файла.'] });
}

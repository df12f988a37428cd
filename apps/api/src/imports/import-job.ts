import { randomUUID } from 'node:crypto';
import {
  type ImportKind,
  type ImportState,
  isWorkingImport,
  type WorkingImportState,
} from '@referral-dashboard/api-contract';
import { audit } from '../audit/index.ts';
import { extendStatementTimeout } from '../money/index.ts';
import { findTimeZone } from '../organization/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { refusalIn } from '../platform/errors.ts';
import { applyRows, halves, type RowWork, refuse, toCells } from './apply-rows.ts';
import { createPacer } from './batches.ts';
import { type ImportRow, importsRepo, leaseImports, type Outcome } from './imports.repo.ts';
import type { Kind } from './kinds/kind.ts';
import { createReportRowRule } from './report-rows.ts';
import { undoRows } from './undo-rows.ts';

const CHECK_FAILED = 'На сервере произошла ошибка. Проверьте файл еще раз.';
const UNDO_FAILED = 'На сервере произошла ошибка. Отмененные строки отменены, отмену можно продолжить.';
const RUN_FAILED = 'На сервере произошла ошибка. Загруженные строки сохранены, загрузку можно продолжить.';

export type Kinds = Readonly<Record<ImportKind, Kind>>;
export type JobDeps = { db: Db; clock: Clock; kinds: Kinds; isEmbedded?: boolean | undefined };

const FINISHED = { checking: 'checked', running: 'done', undoing: 'undone' } as const satisfies Record<
  WorkingImportState,
  ImportState
>;

/** Signals that a transaction is rolled back on purpose. */
class DryRun extends Error {}

export type Work = RowWork & { lease: string };

/**
 * Checks and runs imports in batches. A run stores the states of the rows in the transaction that writes their objects, so that it continues after the
 * last batch when the process ends. A check is the same work in a transaction that is rolled back.
 */
export function createImportJob({ db, clock, kinds, isEmbedded = false }: JobDeps) {
  async function checkBatch({ id, run, ...work }: Work, rows: readonly ImportRow[]): Promise<boolean> {
    let outcomes: Outcome[] = [];
    try {
      await db.transaction().execute(async (trx) => {
        await extendStatementTimeout(trx);
        outcomes = await applyRows(trx, { id, run, ...work }, rows);
        throw new DryRun();
      });
    } catch (error) {
      if (!(error instanceof DryRun)) throw error;
    }
    return db.transaction().execute(async (trx) => {
      const repo = importsRepo(trx, run.staff.organizationId);
      if (!(await repo.extendLease(id, work.lease, 'checking', clock()))) return false;
      await repo.store(
        id,
        outcomes.map((outcome) => (outcome.state === 'created' ? { ...outcome, object_id: null } : outcome)),
      );
      return true;
    });
  }

  const runBatch = (work: Work, rows: readonly ImportRow[]): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      await extendStatementTimeout(trx);
      const repo = importsRepo(trx, work.run.staff.organizationId);
      if (!(await repo.extendLease(work.id, work.lease, 'running', clock()))) return false;
      await repo.store(work.id, await applyRows(trx, work, rows));
      return true;
    });

  /** Runs a batch, or each half of it when the commit is refused. */
  async function runRows(work: Work, rows: readonly ImportRow[]): Promise<boolean> {
    try {
      return await runBatch(work, rows);
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === undefined) throw error;
      const [row] = rows;
      if (rows.length > 1 || row === undefined) {
        for (const half of halves(rows)) if (!(await runRows(work, half))) return false;
        return true;
      }
      await importsRepo(db, work.run.staff.organizationId).store(work.id, [refuse(row.number, refusal)]);
      return true;
    }
  }

  async function finish({ id, run, lease }: Work, state: WorkingImportState) {
    await db.transaction().execute(async (trx) => {
      const repo = importsRepo(trx, run.staff.organizationId);
      if (!(await repo.extendLease(id, lease, state, clock()))) return;
      await repo.update(id, {
        state: FINISHED[state],
        lease: null,
        leased_until: null,
      });
      if (state === 'checking') return;
      const { created, changed: updated, skipped, refused, undone } = await repo.counts(id);
      const isUndo = state === 'undoing';
      await audit(trx, {
        organizationId: run.staff.organizationId,
        actorId: run.staff.userId,
        requestId: run.staff.requestId,
        kind: 'import',
        objectId: id,
        action: isUndo ? 'import.undone' : 'import.finish',
        diff: isUndo ? { undone, kept: created } : { created, updated, skipped, refused },
        at: clock(),
      });
    });
  }

  async function work(organizationId: string, id: string, lease: string, signal: AbortSignal) {
    const repo = importsRepo(db, organizationId);
    const row = await repo.find(id);
    if (row === undefined || !isWorkingImport(row.state)) return;
    const { kind, state, settings, position, created_by: userId, name: fileName } = row;
    const staff = {
      role: 'organization' as const,
      organizationId,
      position,
      userId,
      requestId: `import-${id}`,
    };
    const timeZone = await findTimeZone(db, organizationId);
    const run = { staff, settings, fileName, timeZone, now: clock() };
    const { mapping } = settings;
    const reportRow = createReportRowRule(row.titles, mapping);
    const current = { id, run, kind: kinds[kind], mapping, reportRow, lease };
    if (state === 'undoing')
      return (await undoRows({ db, clock, isEmbedded }, current, signal)) && finish(current, state);
    const numbers = await orderRows(repo, current);
    const pacer = createPacer(isEmbedded, signal);
    for (let from = 0; from < numbers.length; from += pacer.batch) {
      if (signal.aborted) return repo.update(id, { leased_until: null });
      const isOwn = await pacer.work(async () => {
        const rows = await repo.waiting(id, numbers.slice(from, from + pacer.batch));
        return state === 'checking' ? checkBatch(current, rows) : runRows(current, rows);
      });
      if (!isOwn) return;
    }
    return finish(current, state);
  }

  /** Ends the work after an error. A check starts again from the columns, because its rows are not imported. */
  const fail = (organizationId: string, id: string, lease: string) =>
    db.transaction().execute(async (trx) => {
      const repo = importsRepo(trx, organizationId);
      const state = (await repo.locked(id))?.state;
      if (state === undefined || !isWorkingImport(state)) return;
      if (!(await repo.extendLease(id, lease, state, clock()))) return;
      await repo.update(id, {
        ...(state === 'checking'
          ? { state: 'uploaded', problem: CHECK_FAILED }
          : { state: 'failed', problem: state === 'undoing' ? UNDO_FAILED : RUN_FAILED }),
        lease: null,
        leased_until: null,
      });
    });

  /** Leases imports and returns their work. */
  return async () => {
    const lease = randomUUID();
    const leased = await leaseImports(db, lease, clock());
    return leased.map(({ organization_id, id }) => ({
      key: id,
      run: async (signal: AbortSignal) => {
        try {
          await work(organization_id, id, lease, signal);
        } catch (error) {
          await fail(organization_id, id, lease);
          throw error;
        }
      },
    }));
  };
}

/** Returns the numbers of the rows that wait, in the order of the kind. */
async function orderRows(repo: ReturnType<typeof importsRepo>, { id, kind, mapping }: Work) {
  const { fields = [], toText = () => '' } = kind.order ?? {};
  const columns = fields.flatMap((field) => (mapping[field] === undefined ? [] : [field]));
  const found = await repo.waitingNumbers(
    id,
    columns.map((field) => mapping[field] ?? 0),
  );
  const at = Object.fromEntries(columns.map((field, index) => [field, index]));
  const texts = new Map(found.map(({ number, cells }) => [number, toText(toCells(cells, at))]));
  const textOf = (number: number) => texts.get(number) ?? '';
  return found
    .map(({ number }) => number)
    .sort((a, b) => (textOf(a) < textOf(b) ? -1 : textOf(a) > textOf(b) ? 1 : a - b));
}

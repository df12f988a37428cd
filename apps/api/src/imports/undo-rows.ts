import { extendStatementTimeout } from '../money/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { formatRefusal } from '../platform/errors.ts';
import { inSavepoint, type RowWork } from './apply-rows.ts';
import { createPacer } from './batches.ts';
import { importsRepo, type Outcome } from './imports.repo.ts';

/** Number of rows in one transaction. They are undone one after another. */
const BATCH = 50;

type Deps = { db: Db; clock: Clock; isEmbedded: boolean };
type Work = RowWork & { lease: string };

/**
 * Removes or cancels the objects of created rows, unless something rests on them. Rows whose objects stay get the cause.
 *
 * @returns false when the import was taken over by another process, or this one ends.
 */
export async function undoRows(
  { db, clock, isEmbedded }: Deps,
  work: Work,
  signal: AbortSignal,
): Promise<boolean> {
  const pacer = createPacer(isEmbedded, signal);
  let below = 2 ** 31 - 1;
  for (;;) {
    if (signal.aborted) {
      await importsRepo(db, work.run.staff.organizationId).update(work.id, { leased_until: null });
      return false;
    }
    const last = await pacer.work(() =>
      db.transaction().execute(async (trx) => {
        await extendStatementTimeout(trx);
        const isOwn = await importsRepo(trx, work.run.staff.organizationId).extendLease(
          work.id,
          work.lease,
          'undoing',
          clock(),
        );
        return isOwn ? undoBatch(trx, work, below) : undefined;
      }),
    );
    if (last === undefined) return false;
    if (last === 0) return true;
    below = last;
  }
}

/** @returns the number of the last row of the batch; 0 at the end. */
async function undoBatch(trx: Db, { id, run, kind }: Work, below: number): Promise<number> {
  const repo = importsRepo(trx, run.staff.organizationId);
  const rows = await repo.createdRows(id, kind.undo.cause, below, BATCH);
  const outcomes: Outcome[] = [];
  await kind.undo.lock?.(
    trx,
    run.staff,
    rows.flatMap(({ cause, object_id }) => (cause === null ? [object_id] : [])),
  );
  for (const { cause, ...row } of rows) {
    const refusal = cause ?? (await undoOne(trx, () => kind.undo.apply(trx, run.staff, row.object_id)));
    outcomes.push(
      refusal === undefined
        ? { ...row, state: 'undone', reasons: [] }
        : { ...row, state: 'created', reasons: [{ field: null, detail: refusal }] },
    );
  }
  await repo.store(id, outcomes);
  return rows.at(-1)?.number ?? 0;
}

/** @returns why the object stays; undefined when it is removed or canceled. */
async function undoOne(trx: Db, apply: () => Promise<unknown>): Promise<string | undefined> {
  const done = await inSavepoint(trx, apply);
  return 'refusal' in done ? formatRefusal(done.refusal) : undefined;
}

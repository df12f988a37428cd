import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { formatRefusal, refusalIn } from '../../platform/errors.ts';
import type { Task } from '../../platform/jobs.ts';
import { pause } from '../../platform/pause.ts';
import { RETRY_DELAYS_S } from '../retry-delays.ts';
import type { EventHandlers, Outcome, OutsideEvent } from './event.ts';
import { type QueuedEvent, queueRepo } from './queue.repo.ts';

/** Pause between two events. The embedded database has one connection: all queries of other requests pass in it. */
const PAUSE_MS = 2;

const LATE = 'Более позднее событие уже применено.';
const DEFECT = 'На сервере произошла ошибка.';

/** Signals that the changes of a handler are rolled back. */
class Failed extends Error {}

export type ApplyDeps = {
  db: Db;
  clock: Clock;
  handlers: EventHandlers;
  /** Called with the error of an event that is a defect of the server. */
  onError: (error: unknown) => void;
};

/**
 * Applies received events. The state of an event is stored in the transaction of its effect, so a process that ends loses no event and repeats
 * none. The events of an object are applied in the order of their times; an event that fails does not delay later ones.
 */
export function createApplyEvents({ db, clock, handlers, onError }: ApplyDeps) {
  async function decide(trx: Db, row: QueuedEvent): Promise<Outcome> {
    if (await queueRepo(trx).hasLaterApplied(row)) return { state: 'late', cause: LATE };
    const handle = handlers[row.kind];
    if (handle === undefined) throw new Error(`no handler of ${row.kind}`);
    return handle(trx, toEvent(row));
  }

  /** Applies the earliest due event of an object. @returns false without such an event, and while another process works on the object. */
  async function applyNext(object: { organizationId: string; objectKey: string }): Promise<boolean> {
    const current: { row: QueuedEvent | undefined } = { row: undefined };
    try {
      await db.transaction().execute(async (trx) => {
        const repo = queueRepo(trx);
        if (!(await repo.lockObject(object))) return;
        const row = await repo.earliestDue(object, clock());
        if (row === undefined) return;
        current.row = row;
        const outcome = await decide(trx, row);
        if (outcome.state === 'failed') throw new Failed(outcome.cause);
        if (!(await repo.settle(row, outcome, clock()))) throw new Failed('');
      });
    } catch (error) {
      if (current.row === undefined) throw error;
      await postpone(current.row, error);
    }
    return current.row !== undefined;
  }

  async function postpone(row: QueuedEvent, error: unknown) {
    const delay = RETRY_DELAYS_S[row.attempts];
    const next = delay === undefined ? null : plusSeconds(clock(), delay);
    await queueRepo(db).postpone(row, causeOf(error), next);
  }

  function causeOf(error: unknown): string {
    if (error instanceof Failed) return error.message;
    const refusal = refusalIn(error);
    if (refusal !== undefined) return formatRefusal(refusal);
    onError(error);
    return DEFECT;
  }

  /** Applies the due events of an organization until none is left or other processes have the rest. */
  async function applyDue(organizationId: string, signal: AbortSignal) {
    for (let applied = 1; applied > 0; ) {
      applied = 0;
      for (const object of await queueRepo(db).dueObjects(organizationId, clock()))
        while (!signal.aborted && (await applyNext(object))) {
          applied += 1;
          await pause(PAUSE_MS, signal);
        }
    }
  }

  /** Returns a task for each organization with due events. */
  return async (): Promise<Task[]> =>
    (await queueRepo(db).dueOrganizations(clock())).map((key) => ({
      key,
      run: (signal) => applyDue(key, signal),
    }));
}

const toEvent = (row: QueuedEvent): OutsideEvent => ({
  organizationId: row.organization_id,
  id: row.id,
  channel: row.channel,
  kind: row.kind,
  externalId: row.external_id,
  objectKey: row.object_key,
  occurredAt: row.occurred_at,
  receivedAt: row.received_at,
  body: row.body === null ? null : JSON.parse(row.body),
});

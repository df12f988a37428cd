import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { formatRefusal, refusalIn } from '../../platform/errors.ts';
import type { Task } from '../../platform/jobs.ts';
import { pause } from '../../platform/pause.ts';
import { RETRY_DELAYS_S } from '../retry-delays.ts';
import type { EventHandlers, Outcome, OutsideEvent } from './event.ts';
import { type QueuedEvent, queueRepo } from './queue.repo.ts';

/** Events that are applied together, and the pause after them. The embedded database has one connection: the queries of others pass in between. */
const BATCH = { server: 25, embedded: 5 };
const PAUSE_MS = 2;

const LATE = 'Более позднее событие уже применено.';
const DEFECT = 'На сервере произошла ошибка.';

/** Signals that the changes of a handler are rolled back. */
class Failed extends Error {}

export type ApplyDeps = {
  db: Db;
  clock: Clock;
  isEmbedded: boolean;
  handlers: EventHandlers;
  /** Called with the error of an event that is a defect of the server. */
  onError: (error: unknown) => void;
};

/**
 * Applies received events. The state of an event is stored in the transaction of its effect, so a process that ends loses no event and repeats
 * none. The events of an object are applied in the order of their times; an event that fails does not delay later ones.
 */
export function createApplyEvents({ db, clock, isEmbedded, handlers, onError }: ApplyDeps) {
  /** @returns the outcomes, in the order of the events. */
  async function decide(trx: Db, organizationId: string, rows: readonly QueuedEvent[]): Promise<Outcome[]> {
    const late = await queueRepo(trx).withLaterApplied(organizationId, rows);
    const outcomes = new Map<string, Outcome>([...late].map((id) => [id, { state: 'late', cause: LATE }]));
    const inTime = rows.filter(({ id }) => !late.has(id));
    for (const [kind, events] of Map.groupBy(inTime, (row) => row.kind)) {
      const handle = handlers[kind];
      if (handle === undefined) throw new Error(`no handler of ${kind}`);
      const handled = await handle(trx, events.map(toEvent));
      for (const [at, { id }] of events.entries()) {
        const outcome = handled[at];
        if (outcome !== undefined) outcomes.set(id, outcome);
      }
    }
    return rows.map(({ id }) => outcomes.get(id) ?? { state: 'failed', cause: DEFECT });
  }

  /** Applies the earliest due event of each object that no other process works on. @returns the number of events. */
  async function applyEarliest(organizationId: string, objects: readonly string[]): Promise<number> {
    let rows: QueuedEvent[] = [];
    try {
      await db.transaction().execute(async (trx) => {
        const repo = queueRepo(trx);
        rows = await repo.earliestDue(
          organizationId,
          await repo.lockObjects(organizationId, objects),
          clock(),
        );
        if (rows.length === 0) return;
        const results: Parameters<typeof repo.settle>[1][number][] = [];
        for (const [at, outcome] of (await decide(trx, organizationId, rows)).entries()) {
          const event = rows[at];
          if (outcome.state === 'failed') throw new Failed(outcome.cause);
          if (event !== undefined) results.push({ event, outcome });
        }
        if (!(await repo.settle(organizationId, results, clock()))) throw new Failed('');
      });
    } catch (error) {
      const [row] = rows;
      if (row === undefined) throw error;
      if (rows.length === 1) await postpone(row, error);
      else for (const { object_key } of rows) await applyEarliest(organizationId, [object_key]);
    }
    return rows.length;
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
    const size = isEmbedded ? BATCH.embedded : BATCH.server;
    for (let applied = 1; applied > 0; ) {
      applied = 0;
      const objects = await queueRepo(db).dueObjects(organizationId, clock());
      for (let at = 0; at < objects.length && !signal.aborted; at += size) {
        applied += await applyEarliest(organizationId, objects.slice(at, at + size));
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

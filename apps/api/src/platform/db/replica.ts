import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import type { Pool } from 'pg';
import { isDatabaseOutage } from './outage.ts';

/** Maximum wait for a replica to apply the data that was committed before a read. Replicas are some milliseconds behind. */
const MAX_WAIT_MS = 200;
const POLL_INTERVAL_MS = 5;
/** Time without queries to a replica that did not respond. */
const RETRY_AFTER_MS = 5000;
/** PostgreSQL's codes: a read conflicts with changes from the primary, and a write on a read-only replica. */
const CONFLICT = '40001';
const READ_ONLY = '25006';

/** `replica`, or why the primary served the read: the replica lags, is unreachable, or the read wrote. */
export type ReadOutcome = 'replica' | 'lagging' | 'unreachable' | 'wrote';

/**
 * Runs a read at the replica or at the primary.
 *
 * @param canRetry returns true while the read has had no effect and may run again. Default: always true.
 */
export type Reads = <Result>(work: () => Promise<Result>, canRetry?: () => boolean) => Promise<Result>;

/** Runs every read at the primary. */
export const readPrimary: Reads = (work) => work();

/** Pool for the queries of the current async context. Unset: the primary. */
const selectedPool = new AsyncLocalStorage<Pool>();

/** Returns a pool that connects to the database selected for the current read, otherwise to the primary. */
export const routedPool = (primary: Pool, replica: Pool): PostgresPool => ({
  connect: () => (selectedPool.getStore() ?? primary).connect(),
  end: async () => void (await Promise.all([primary.end(), replica.end()])),
  options: {},
});

export type ReadSettings = {
  /** Called after every read. */
  onRead?: ((outcome: ReadOutcome) => void) | undefined;
  /** Maximum wait for the replica, in milliseconds; 200 by default. */
  maxWaitMs?: number;
};

/**
 * Returns a function that runs reads at the replica once it has all data that any process committed before the read. A read runs at the
 * primary when the replica lags too far, is unreachable, promoted, or a replica of another database.
 */
export function createReads(
  primary: Pick<Pool, 'query'>,
  replica: Pool,
  { onRead = () => undefined, maxWaitMs = MAX_WAIT_MS }: ReadSettings = {},
): Reads {
  let pausedUntil = 0;

  return async (work, canRetry = () => true) => {
    const state =
      pausedUntil > performance.now() ? 'unreachable' : await compareWithPrimary(primary, replica, maxWaitMs);
    if (state !== 'replica') {
      if (state === 'unreachable' && pausedUntil <= performance.now())
        pausedUntil = performance.now() + RETRY_AFTER_MS;
      onRead(state);
      return work();
    }
    try {
      const result = await selectedPool.run(replica, work);
      onRead('replica');
      return result;
    } catch (error) {
      const outcome = toReadOutcome(error);
      if (outcome === undefined || !canRetry()) throw error;
      if (outcome === 'unreachable') pausedUntil = performance.now() + RETRY_AFTER_MS;
      onRead(outcome);
      return work();
    }
  };
}

/** Returns the outcome for a failure that may not occur at the primary; `undefined` for other errors. */
function toReadOutcome(error: unknown): ReadOutcome | undefined {
  const { code } = Object(error) as { code?: unknown };
  if (code === READ_ONLY) return 'wrote';
  if (code === CONFLICT) return 'lagging';
  return isDatabaseOutage(error) ? 'unreachable' : undefined;
}

/** Compares the replica with the flushed log position of the primary, which covers all acknowledged commits. */
async function compareWithPrimary(
  primary: Pick<Pool, 'query'>,
  replica: Pool,
  maxWaitMs: number,
): Promise<'replica' | 'lagging' | 'unreachable'> {
  const until = performance.now() + maxWaitMs;
  // A failure of the primary is reported by the read that follows.
  try {
    const { rows } = await primary.query<{ at: string; system: string }>(
      'select pg_current_wal_flush_lsn()::text as at, system_identifier::text as system from pg_control_system()',
    );
    const { at, system } = rows[0] ?? { at: '', system: '' };
    for (;;) {
      const response = await replica.query<{ has: boolean | null; isReplica: boolean }>(
        `select pg_last_wal_replay_lsn() >= $1::pg_lsn as has,
           pg_is_in_recovery() and system_identifier::text = $2 as "isReplica" from pg_control_system()`,
        [at, system],
      );
      const { has, isReplica } = response.rows[0] ?? {};
      if (!isReplica) return 'unreachable';
      if (has) return 'replica';
      if (performance.now() > until) return 'lagging';
      await pause(POLL_INTERVAL_MS);
    }
  } catch {
    return 'unreachable';
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import type { Pool } from 'pg';
import { isDatabaseOutage } from './outage.ts';

/** Longest wait for a replica to have what was committed before a reading began; replicas are some milliseconds behind. */
const PATIENCE_MS = 200;
const LOOK_MS = 5;
/** Time for which a replica that did not answer is left alone. */
const REST_MS = 5000;
/** Of PostgreSQL: a reading that stood in the way of what came from the primary, and a writing where there is none. */
const CONFLICT = '40001';
const READ_ONLY = '25006';

/** Place a reading was done at, and why. */
export type ReadOutcome = 'replica' | 'behind' | 'away' | 'wrote';

/**
 * Runs a reading where it is best done.
 *
 * @param isUndone true while it has had no effect and may be done again; left out, it always may.
 */
export type Reads = <Result>(work: () => Promise<Result>, isUndone?: () => boolean) => Promise<Result>;

/** Everything at the one database there is. */
export const readPrimary: Reads = (work) => work();

/** Pool that the queries of this call go to, when it is not the primary's. */
const elsewhere = new AsyncLocalStorage<Pool>();

/** Connections of a database with a replica: to the primary, and within a reading to where it is done. */
export const routedPool = (primary: Pool, replica: Pool): PostgresPool => ({
  connect: () => (elsewhere.getStore() ?? primary).connect(),
  end: async () => void (await Promise.all([primary.end(), replica.end()])),
  options: {},
});

export type ReadSettings = {
  /** Told of every reading. */
  onRead?: ((outcome: ReadOutcome) => void) | undefined;
  /** Longest wait for the replica, in milliseconds; 200. */
  patienceMs?: number;
};

/**
 * Readings at a replica, once it has all that was committed before they began, whoever committed it through whatever process: nobody misses
 * what was written before. At the primary when the replica is behind for longer than that is worth, away, promoted, or of another database.
 */
export function createReads(
  primary: Pick<Pool, 'query'>,
  replica: Pool,
  { onRead = () => undefined, patienceMs = PATIENCE_MS }: ReadSettings = {},
): Reads {
  let restsUntil = 0;

  return async (work, isUndone = () => true) => {
    const state = restsUntil > performance.now() ? 'away' : await stateOf(primary, replica, patienceMs);
    if (state !== 'replica') {
      if (state === 'away' && restsUntil <= performance.now()) restsUntil = performance.now() + REST_MS;
      onRead(state);
      return work();
    }
    try {
      const result = await elsewhere.run(replica, work);
      onRead('replica');
      return result;
    } catch (error) {
      const outcome = failureOf(error);
      if (outcome === undefined || !isUndone()) throw error;
      if (outcome === 'away') restsUntil = performance.now() + REST_MS;
      onRead(outcome);
      return work();
    }
  };
}

/** Kind of a failure that the primary may not have; `undefined` for any other. */
function failureOf(error: unknown): ReadOutcome | undefined {
  const { code } = Object(error) as { code?: unknown };
  if (code === READ_ONLY) return 'wrote';
  if (code === CONFLICT) return 'behind';
  return isDatabaseOutage(error) ? 'away' : undefined;
}

/** State of a replica against what the primary has on its disk at this moment, which is all that was ever acknowledged. */
async function stateOf(
  primary: Pick<Pool, 'query'>,
  replica: Pool,
  patienceMs: number,
): Promise<'replica' | 'behind' | 'away'> {
  const until = performance.now() + patienceMs;
  // A failure of the primary is told by the reading itself.
  try {
    const { rows } = await primary.query<{ at: string; system: string }>(
      'select pg_current_wal_flush_lsn()::text as at, system_identifier::text as system from pg_control_system()',
    );
    const { at, system } = rows[0] ?? { at: '', system: '' };
    for (;;) {
      const asked = await replica.query<{ has: boolean | null; isReplica: boolean }>(
        `select pg_last_wal_replay_lsn() >= $1::pg_lsn as has,
           pg_is_in_recovery() and system_identifier::text = $2 as "isReplica" from pg_control_system()`,
        [at, system],
      );
      const { has, isReplica } = asked.rows[0] ?? {};
      if (!isReplica) return 'away';
      if (has) return 'replica';
      if (performance.now() > until) return 'behind';
      await pause(LOOK_MS);
    }
  } catch {
    return 'away';
  }
}

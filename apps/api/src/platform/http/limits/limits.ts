import { sql } from 'kysely';
import { type Clock, plusSeconds } from '../../clock.ts';
import type { Db } from '../../db/db.ts';
import { pruneTable } from '../../db/prune.ts';
import { tooManyAttempts } from '../../errors.ts';

/** At most `max` hits within `seconds`, counted separately for each key. */
export type Limit = { name: string; max: number; seconds: number };

/** Counter of one limit for one key. */
export type Counter = { limit: Limit; key: string };

/** Tolerance for the clocks of other processes. */
const AHEAD_SECONDS = 30;

type State = { full: boolean; retryAfter: number };

/** Creates counters in the database: exact sliding windows shared by all processes. Each counter is one row with at most `max` moments. */
export type Limits = ReturnType<typeof createLimits>;

export function createLimits(db: Db, clock: Clock) {
  const id = ({ limit, key }: Counter) => `${limit.name}:${key}`;

  const limits = {
    /** Returns whether a counter has room, and the seconds until it has. */
    async peek(counter: Counter): Promise<State> {
      return stateOf(await readHits(db, id(counter)), counter.limit, clock());
    },

    /** Counts a hit if there is room. A single statement, so concurrent calls never exceed the limit. */
    async take(counter: Counter): Promise<State> {
      const { limit } = counter;
      const now = clock();
      const since = plusSeconds(now, -limit.seconds);
      // Later hits were counted before the clock was set back. They are ignored, so that callers do not wait for them to expire.
      const until = plusSeconds(now, AHEAD_SECONDS);
      const expiresAt = plusSeconds(now, limit.seconds);
      const { rows } = await sql<{ key: string }>`
        insert into rate_limits as counter (key, hits, expires_at)
        values (${id(counter)}, array[${now}::timestamptz], ${expiresAt})
        on conflict (key) do update
        set hits = array(select hit from unnest(counter.hits) hit where hit > ${since} and hit <= ${until} order by hit) || excluded.hits,
            expires_at = excluded.expires_at
        where (select count(*) from unnest(counter.hits) hit where hit > ${since} and hit <= ${until}) < ${limit.max}
        returning key`.execute(db);
      if (rows.length === 1) return { full: false, retryAfter: 0 };
      const state = stateOf(await readHits(db, id(counter)), limit, now);
      return { full: true, retryAfter: Math.max(1, state.retryAfter) };
    },

    /** Removes the latest hit, which turned out not to count. */
    async undo(counter: Counter) {
      await sql`
        update rate_limits set hits = hits[1:cardinality(hits) - 1]
        where key = ${id(counter)}`.execute(db);
    },

    /** Deletes a counter. */
    async reset(counter: Counter) {
      await db.deleteFrom('rate_limits').where('key', '=', id(counter)).execute();
    },

    /** Counts a hit in each counter, in order. @throws ApiError 429 at the first one without room. */
    async admit(...counters: readonly Counter[]) {
      for (const counter of counters) {
        const { full, retryAfter } = await limits.take(counter);
        if (full) throw tooManyAttempts(retryAfter);
      }
    },

    /** Deletes counters with expired windows. */
    async prune() {
      await pruneTable(db, 'rate_limits', sql`t.expires_at <= ${clock()}`);
    },
  };
  return limits;
}

async function readHits(db: Db, key: string): Promise<Date[]> {
  const row = await db.selectFrom('rate_limits').select('hits').where('key', '=', key).executeTakeFirst();
  return row?.hits ?? [];
}

function stateOf(hits: readonly Date[], limit: Limit, now: Date): State {
  const since = plusSeconds(now, -limit.seconds);
  const until = plusSeconds(now, AHEAD_SECONDS);
  const live = hits.filter((hit) => hit > since && hit <= until).sort((a, b) => a.getTime() - b.getTime());
  const blocking = live.at(-limit.max);
  if (live.length < limit.max || blocking === undefined) return { full: false, retryAfter: 0 };
  return { full: true, retryAfter: Math.ceil((blocking.getTime() - since.getTime()) / 1000) };
}

import { sql } from 'kysely';
import { type Clock, plusSeconds } from '../../clock.ts';
import type { Db } from '../../db/db.ts';
import { pruneTable } from '../../db/prune.ts';
import { tooManyAttempts } from '../../errors.ts';

/** At most `max` hits within any `seconds`, counted separately for each key. */
export type Limit = { name: string; max: number; seconds: number };

/** One limit's counter. */
export type Counter = { limit: Limit; key: string };

/** Allowed lead of another process's clock. */
const AHEAD_SECONDS = 30;

type State = { full: boolean; retryAfter: number };

/** Counters in the database: exact sliding windows that all processes share, one row each, no more than `max` moments in it. */
export type Limits = ReturnType<typeof createLimits>;

export function createLimits(db: Db, clock: Clock) {
  const id = ({ limit, key }: Counter) => `${limit.name}:${key}`;

  const limits = {
    /** State of a counter: is there room, and in how many seconds there will be. */
    async peek(counter: Counter): Promise<State> {
      return stateOf(await readHits(db, id(counter)), counter.limit, clock());
    },

    /** Counts a hit if there is room. One statement: concurrent calls never overshoot. */
    async take(counter: Counter): Promise<State> {
      const { limit } = counter;
      const now = clock();
      const since = plusSeconds(now, -limit.seconds);
      // What is later than that was counted before the clock was put back: nobody waits for the clock to come round again.
      const until = plusSeconds(now, AHEAD_SECONDS);
      const expiresAt = plusSeconds(now, limit.seconds);
      const { rows } = await sql<{ key: string }>`
        insert into rate_limits as r (key, hits, expires_at)
        values (${id(counter)}, array[${now}::timestamptz], ${expiresAt})
        on conflict (key) do update
        set hits = array(select hit from unnest(r.hits) hit where hit > ${since} and hit <= ${until} order by hit) || excluded.hits,
            expires_at = excluded.expires_at
        where (select count(*) from unnest(r.hits) hit where hit > ${since} and hit <= ${until}) < ${limit.max}
        returning key`.execute(db);
      if (rows.length === 1) return { full: false, retryAfter: 0 };
      const state = stateOf(await readHits(db, id(counter)), limit, now);
      return { full: true, retryAfter: Math.max(1, state.retryAfter) };
    },

    /** Takes the latest hit back: it turned out not to be one. */
    async undo(counter: Counter) {
      await sql`
        update rate_limits set hits = hits[1:cardinality(hits) - 1]
        where key = ${id(counter)}`.execute(db);
    },

    /** Forgets a counter. */
    async reset(counter: Counter) {
      await db.deleteFrom('rate_limits').where('key', '=', id(counter)).execute();
    },

    /** Counts a hit of one counter after the other. @throws ApiError 429 at the first without room. */
    async admit(...counters: readonly Counter[]) {
      for (const counter of counters) {
        const { full, retryAfter } = await limits.take(counter);
        if (full) throw tooManyAttempts(retryAfter);
      }
    },

    /** Drops counters whose windows have passed. */
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

import { sql } from 'kysely';
import { type Clock, plusSeconds } from '../../clock.ts';
import type { Db } from '../../db/db.ts';
import { pruneTable } from '../../db/prune.ts';
import { tooManyAttempts } from '../../errors.ts';

/** At most `max` hits in a window of `seconds`, counted separately for each key. */
export type Limit = { name: string; max: number; seconds: number };

/** Counter of one limit for one key. */
export type Counter = { limit: Limit; key: string };

/** Tolerance for the clocks of other processes. */
const AHEAD_SECONDS = 30;

type State = { full: boolean; retryAfter: number };

/** The rest of a limit: hits, and seconds until its window ends. */
export type Quota = { remaining: number; resetAfter: number };

/**
 * Creates counters in the database, shared by all processes. The first hit opens a window, and the first one after its end opens the next.
 * Two adjacent windows may hold twice the limit within a shorter time. `docs/operations.md` lists all limits with their values.
 */
export type Limits = ReturnType<typeof createLimits>;

export function createLimits(db: Db, clock: Clock) {
  const id = ({ limit, key }: Counter) => `${limit.name}:${key}`;
  // A window that ends later was opened before the clock was set back. It is ignored, so that callers do not wait for its end.
  const latestEnd = ({ seconds }: Limit) => plusSeconds(clock(), seconds + AHEAD_SECONDS);

  const limits = {
    /** Returns whether a counter has room, and the seconds until it has. */
    async peek(counter: Counter): Promise<State> {
      const full = await db
        .selectFrom('rate_limits')
        .select('expires_at')
        .where('key', '=', id(counter))
        .where('hits', '>=', counter.limit.max)
        .where('expires_at', '>', clock())
        .where('expires_at', '<=', latestEnd(counter.limit))
        .executeTakeFirst();
      if (full === undefined) return { full: false, retryAfter: 0 };
      return { full: true, retryAfter: Math.ceil((full.expires_at.getTime() - clock().getTime()) / 1000) };
    },

    /** Counts a hit if there is room. A single statement, so concurrent calls never exceed the limit. */
    async take(counter: Counter): Promise<State & Quota> {
      const { max, seconds } = counter.limit;
      const isOpen = sql`counter.expires_at > ${clock()} and counter.expires_at <= ${latestEnd(counter.limit)}`;
      const { rows } = await sql<{ hits: number; expires_at: Date }>`
        insert into rate_limits as counter (key, hits, expires_at)
        values (${id(counter)}, 1, ${plusSeconds(clock(), seconds)})
        on conflict (key) do update
        set hits = case when ${isOpen} then counter.hits + 1 else 1 end,
            expires_at = case when ${isOpen} then counter.expires_at else excluded.expires_at end
        where counter.hits < ${max} or not (${isOpen})
        returning hits, expires_at`.execute(db);
      const [taken] = rows;
      if (taken !== undefined)
        return {
          ...{ full: false, retryAfter: 0, remaining: max - taken.hits },
          resetAfter: Math.ceil((taken.expires_at.getTime() - clock().getTime()) / 1000),
        };
      const peeked = await limits.peek(counter);
      const retryAfter = Math.max(1, peeked.retryAfter);
      return { full: true, retryAfter, remaining: 0, resetAfter: retryAfter };
    },

    /** Takes back one hit of a counter. */
    async undo(counter: Counter) {
      await sql`update rate_limits set hits = hits - 1 where key = ${id(counter)} and hits > 0`.execute(db);
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

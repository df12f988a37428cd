import { randomUUIDv7 } from 'node:crypto';
import type { NewClick } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { pruneTable } from '../../platform/db/prune.ts';
import type { Limit, Limits } from '../../platform/http/limits/limits.ts';
import { referralPageRepo, type Target } from './referral-page.repo.ts';
import { hasLead, maintainVisitPartitions, REST_PARTITION, visitPartitions } from './visit-months.ts';

const DAY = 24 * 60 * 60;
/** The longest attribution window, in days. */
const KEPT_DAYS = 365;
const ROBOTS_KEPT_DAYS = 7;
const BY_NETWORK: Limit = { name: 'visit:network', max: 120, seconds: 60 };

export type Visitor = {
  /** Hash of the network and the user agent. */
  fingerprint: string;
  network: string;
  isRobot: boolean;
};

/**
 * Stores visits of referral pages without delaying the response. Failures are not visible to the visitor.
 *
 * @param onFailure called when a visit cannot be stored.
 */
export function createVisits(db: Db, clock: Clock, limits: Limits, onFailure: (cause: unknown) => void) {
  const pendingWrites = new Set<Promise<void>>();

  async function write(target: Target, id: string, input: NewClick, visitor: Visitor, at: Date) {
    const { full } = await limits.take({ limit: BY_NETWORK, key: visitor.network });
    if (full) return;
    const { visitor: visitorId, referrer, ...utm } = input;
    await referralPageRepo(db).record(target, {
      id,
      at,
      visitor: visitorId || visitor.fingerprint,
      referrerHost: parseHost(referrer ?? ''),
      utm: Object.fromEntries(Object.entries(utm).filter(([, tag]) => tag)) as Record<string, string>,
      isBot: visitor.isRobot,
    });
  }

  return {
    /** @returns the id of the visit, which is stored later. */
    record(target: Target, input: NewClick, visitor: Visitor): string {
      const id = randomUUIDv7();
      const job = write(target, id, input, visitor, clock())
        .catch(onFailure)
        .finally(() => pendingWrites.delete(job));
      pendingWrites.add(job);
      return id;
    },

    /** Removes visits without leads that are older than any attribution window, by whole months. The daily figures keep them. */
    async prune() {
      const now = clock();
      const before = (days: number) => plusSeconds(now, -days * DAY);
      await maintainVisitPartitions(db, now, before(KEPT_DAYS));
      await pruneTable(db, REST_PARTITION, sql`t.at <= ${before(KEPT_DAYS)} and not ${hasLead}`);
      for (const partition of await visitPartitions(db))
        await pruneTable(
          db,
          partition,
          sql`t.is_bot and t.at <= ${before(ROBOTS_KEPT_DAYS)} and not ${hasLead}`,
        );
    },

    /** Resolves when all pending visits are stored. */
    async settled() {
      while (pendingWrites.size > 0) await Promise.all(pendingWrites);
    },
  };
}

/** Host of the referrer; the rest of the address is not stored. */
function parseHost(referrer: string): string {
  return URL.canParse(referrer) ? new URL(referrer).hostname.slice(0, 255) : '';
}

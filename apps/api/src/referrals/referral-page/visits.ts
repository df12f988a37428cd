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
/** The longest window within which a lead is attributed to a visit. */
const KEPT_DAYS = 365;
const ROBOTS_KEPT_DAYS = 7;
const BY_NETWORK: Limit = { name: 'visit:network', max: 120, seconds: 60 };

export type Visitor = {
  /** Stays the same for one browser as far as can be told. */
  fingerprint: string;
  network: string;
  isRobot: boolean;
};

/**
 * Visits of referral pages, written down beside the answers: a visitor waits for none, and none that fails is the visitor's business.
 *
 * @param onFailure told of visits that were lost.
 */
export function createVisits(db: Db, clock: Clock, limits: Limits, onFailure: (cause: unknown) => void) {
  const underWay = new Set<Promise<void>>();

  async function write(target: Target, id: string, given: NewClick, visitor: Visitor, at: Date) {
    const { full } = await limits.take({ limit: BY_NETWORK, key: visitor.network });
    if (full) return;
    const { visitor: named, referrer, ...utm } = given;
    await referralPageRepo(db).record(target, {
      id,
      at,
      visitor: named || visitor.fingerprint,
      referrerHost: hostOf(referrer ?? ''),
      utm: Object.fromEntries(Object.entries(utm).filter(([, tag]) => tag)) as Record<string, string>,
      isBot: visitor.isRobot,
    });
  }

  return {
    /** @returns the id the visit will have. */
    record(target: Target, given: NewClick, visitor: Visitor): string {
      const id = randomUUIDv7();
      const job = write(target, id, given, visitor, clock())
        .catch(onFailure)
        .finally(() => underWay.delete(job));
      underWay.add(job);
      return id;
    },

    /** Removes visits that no lead came from and that none can come from any more, with their month; they stay counted. */
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

    /** Resolves when nothing is left to be written. */
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** The host a visitor came from, without what the address tells beyond it. */
function hostOf(referrer: string): string {
  return URL.canParse(referrer) ? new URL(referrer).hostname.slice(0, 255) : '';
}

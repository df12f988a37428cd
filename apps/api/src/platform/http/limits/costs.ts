import type { Cost } from '@referral-dashboard/api-contract';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/db.ts';
import { tooManyCalls } from '../../errors.ts';
import { queueByKey } from '../../queue.ts';
import { getPrincipal } from '../guard.ts';
import { createLimits } from './limits.ts';

/** Maximum number of calls per cost that one organization may make within ten minutes. */
export type CostSettings = Record<Cost, number>;

type AtCost = <Result>(cost: Cost, request: FastifyRequest, job: () => Promise<Result>) => Promise<Result>;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Runs a call after the other costly calls of its organization.
     *
     * @throws ApiError 429
     */
    atCost: AtCost;
    /** Counts a call before its body is read. @throws ApiError 429 */
    payBeforeBody: (cost: Cost) => onRequestAsyncHookHandler;
  }
}

const WINDOW_SECONDS = 10 * 60;
const BULK_AT_ONCE = 2;
const BULK_WAITING = 20;

/** Limits the costly calls of an organization within ten minutes, and its concurrent bulk calls. */
export function limitCosts(
  app: FastifyInstance,
  { db, clock, settings }: { db: Db; clock: Clock; settings: CostSettings },
) {
  const limits = createLimits(db, clock);
  const bulk = queueByKey({
    atOnce: BULK_AT_ONCE,
    maxWaiting: BULK_WAITING,
    refusal: () => tooManyCalls(5),
  });

  async function pay(cost: Cost, key: string) {
    const limit = { name: `cost:${cost}`, max: settings[cost], seconds: WINDOW_SECONDS };
    const { full, retryAfter } = await limits.take({ limit, key });
    if (full) throw tooManyCalls(retryAfter);
  }

  app.decorate('atCost', async (cost, request, job) => {
    const key = getLimitKey(request);
    await pay(cost, key);
    return cost === 'bulk' ? bulk(key, job) : job();
  });
  app.decorate('payBeforeBody', (cost: Cost) => async (request: FastifyRequest) => {
    await pay(cost, getLimitKey(request));
  });
}

/** Returns the key of the limits: the organization, or the user when there is no organization. */
export function getLimitKey(request: FastifyRequest): string {
  const { organizationId, user } = getPrincipal(request);
  return organizationId ?? user.id;
}

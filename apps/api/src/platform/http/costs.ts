import type { Cost } from '@referral-dashboard/api-contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { tooManyCalls } from '../errors.ts';
import { queueByKey } from '../queue.ts';
import { principalOf } from './guard.ts';
import { createLimits } from './limits.ts';

/** Calls of each cost that one organization may make within ten minutes. */
export type CostSettings = Record<Cost, number>;

type AtCost = <Result>(cost: Cost, request: FastifyRequest, job: () => Promise<Result>) => Promise<Result>;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Runs a call that costs, when its organization has room for it.
     *
     * @throws ApiError 429
     */
    atCost: AtCost;
  }
}

const WINDOW_SECONDS = 10 * 60;
const BULK_AT_ONCE = 2;
const BULK_WAITING = 20;

/** Lets routes declare what they cost: from here on each organization makes a bounded number of such calls. */
export function limitCosts(
  app: FastifyInstance,
  { db, clock, settings }: { db: Db; clock: Clock; settings: CostSettings },
) {
  const limits = createLimits(db, clock);
  const bulk = queueByKey({
    atOnce: BULK_AT_ONCE,
    waiting: BULK_WAITING,
    refusal: () => tooManyCalls(5),
  });

  app.decorate('atCost', async (cost, request, job) => {
    const key = payerOf(request);
    const limit = { name: `cost:${cost}`, max: settings[cost], seconds: WINDOW_SECONDS };
    const { full, retryAfter } = await limits.take({ limit, key });
    if (full) throw tooManyCalls(retryAfter);
    return cost === 'bulk' ? bulk(key, job) : job();
  });
}

/** Payer of a call: the organization, or a person who has none. */
export function payerOf(request: FastifyRequest): string {
  const { organizationId, user } = principalOf(request);
  return organizationId ?? user.id;
}

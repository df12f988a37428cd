import { API_KEY_CALLS_PER_MINUTE } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { Quota } from '../../platform/http/limits/limits.ts';

/** Headers of the IETF draft `httpapi-ratelimit-headers`, with one field for each value as most clients read them. */
export const toRateLimitHeaders = ({ remaining, resetAfter }: Quota) => ({
  'ratelimit-limit': String(API_KEY_CALLS_PER_MINUTE),
  'ratelimit-remaining': String(remaining),
  'ratelimit-reset': String(resetAfter),
});

/** Adds the headers to the responses to API keys. A key beyond its limit gets them with the refusal. */
export function sendRateLimits(app: FastifyInstance) {
  app.addHook('onSend', async ({ principal }, reply) => {
    const quota = principal?.apiKey?.quota;
    if (quota !== undefined) reply.headers(toRateLimitHeaders(quota));
  });
}

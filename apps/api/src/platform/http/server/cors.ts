import { SESSION_END } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';

const ALLOWED = {
  'access-control-allow-methods': 'GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key',
  'access-control-max-age': '600',
};

/** Lets pages of these origins call the API. Tokens are sent in a header, so credentials are not allowed. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return done();
    reply.header('access-control-allow-origin', origin);
    reply.header(
      'access-control-expose-headers',
      `content-disposition, retry-after, x-request-id, ${SESSION_END}, x-total-count`,
    );
    const preflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'];
    if (preflight) return void reply.headers(ALLOWED).code(204).send();
    return done();
  });
}

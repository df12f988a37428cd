import type { FastifyInstance } from 'fastify';
import type { Watch } from '../../metrics/watch.ts';

/** Label for all unknown paths, so that requests cannot create labels. */
const UNMATCHED = 'unmatched';

/** Reports every response with the pattern of its route. */
export function measureRequests(app: FastifyInstance, onRequest: Watch['onRequest']) {
  app.addHook('onResponse', async (request, reply) => {
    const { method, is404, routeOptions } = request;
    const { statusCode: status, elapsedTime } = reply;
    const { url: pattern = UNMATCHED } = routeOptions;
    const isUnmatched = is404 || (status === 404 && pattern.endsWith('/*'));
    onRequest({
      method,
      route: isUnmatched ? UNMATCHED : pattern,
      status,
      seconds: elapsedTime / 1000,
    });
  });
}

import type { RouteContract } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { methodNotAllowed, notFound } from '../errors.ts';
import { MEDIA_TYPES } from './body.ts';
import { routePath } from './route.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** For every path of the contract: responds to OPTIONS with the allowed methods, and to other methods with 405. */
export function serveOtherMethods(app: FastifyInstance, contracts: readonly RouteContract[]) {
  for (const [url, calls] of Map.groupBy(contracts, ({ path }) => routePath(path))) {
    const methods: readonly string[] = calls.map(({ method }) => method);
    const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
    const description = {
      name: calls[0]?.name,
      description: '',
      renders: ['application/json'],
      parses: MEDIA_TYPES,
    };
    app.options(url, { config: { access: 'public' } }, (_request, reply) =>
      reply.header('allow', allowed.join(', ')).send(description),
    );
    app.route({
      method: [...METHODS, 'HEAD'].filter((method) => !allowed.includes(method)),
      url,
      exposeHeadRoute: false,
      config: { access: 'public' },
      // Before the body is read.
      onRequest: async (request) => {
        throw methodNotAllowed(request.method, allowed);
      },
      handler: () => undefined,
    });
  }
}

/** Responds with 404 and the headers of the API to every path under /api/ that is not in the contract. */
export function serveUnknownPaths(app: FastifyInstance) {
  app.route({
    method: [...METHODS, 'OPTIONS'],
    url: '/api/*',
    config: { access: 'public' },
    onRequest: async () => {
      throw notFound();
    },
    handler: () => undefined,
  });
}

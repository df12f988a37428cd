import type { RouteContract } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { methodNotAllowed, notFound } from '../errors.ts';
import { MEDIA_TYPES } from './body.ts';
import { routePath } from './route.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** For every path of the contract: a description to OPTIONS, and 405 to the methods it does not have. */
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
      // Before the body is read, whatever it is.
      onRequest: async (request) => {
        throw methodNotAllowed(request.method, allowed);
      },
      handler: () => undefined,
    });
  }
}

/** 404 for every path under /api/ that the contract does not have, with the headers that the API's answers have. */
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

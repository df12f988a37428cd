import { type Access, positionsFor, type RouteContract } from '@referral-dashboard/api-contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden } from '../errors.ts';
import type { Authenticate, Principal } from './principal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Access to the route. A route without it is refused at registration. */
    access?: Access;
    /** The call of the contract that the route answers. */
    contract?: RouteContract;
    /** Media types of the route's answer besides JSON. */
    media?: readonly string[];
  }
  interface FastifyRequest {
    principal: Principal | null;
  }
}

/** Default deny: from here on every route declares who may call it, and only they get to it. */
export function guard(app: FastifyInstance, authenticate: Authenticate) {
  app.decorateRequest('principal', null);
  app.addHook('onRoute', (route) => {
    const { access, contract } = route.config ?? {};
    if (access === undefined) throw new Error(`${route.method} ${route.url} does not say who may call it`);
    if (access === 'public') return;
    const positions = contract && positionsFor(contract);
    if (positions?.length === 0 && access.includes('organization'))
      throw new Error(`${route.method} ${route.url} does not say which positions may call it`);
    const admit = async (request: FastifyRequest) => {
      request.principal = await authenticate(request.headers.authorization);
      if (access === 'authenticated') return;
      const { position, user } = request.principal;
      if (user.role === null || !access.includes(user.role)) throw forbidden();
      if (user.role !== 'organization' || positions === undefined) return;
      if (position === null || !positions.includes(position)) throw forbidden();
    };
    // Before the body is read: a stranger's megabyte is not worth parsing.
    route.onRequest = [admit, ...[route.onRequest ?? []].flat()];
  });
}

/** The caller of a route that is not public. */
export function principalOf(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error('the route is public: it has no principal');
  return request.principal;
}

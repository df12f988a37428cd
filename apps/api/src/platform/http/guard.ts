import {
  type Access,
  type ApiScope,
  getPositions,
  getScope,
  type RouteContract,
} from '@referral-dashboard/api-contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { closedToKeys, forbidden, outOfScope } from '../errors.ts';
import type { Authenticate, Principal } from './principal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Access rule of the route. A route without it is refused at registration. */
    access?: Access;
    /** Contract of the route. */
    contract?: RouteContract;
    /** Media types of the response in addition to JSON. */
    media?: readonly string[];
  }
  interface FastifyRequest {
    principal: Principal | null;
  }
}

/** Requires an access rule on every route registered later, and refuses all other callers (default deny). */
export function guard(app: FastifyInstance, authenticate: Authenticate) {
  app.decorateRequest('principal', null);
  app.addHook('onRoute', (route) => {
    const { access, contract } = route.config ?? {};
    if (access === undefined) throw new Error(`${route.method} ${route.url} does not say who may call it`);
    if (access === 'public') return;
    const positions = contract && getPositions(contract);
    if (positions?.length === 0 && access.includes('organization'))
      throw new Error(`${route.method} ${route.url} does not say which positions may call it`);
    const scope = contract && getScope(contract);
    const admit = async (request: FastifyRequest) => {
      request.principal = await authenticate(request.headers.authorization);
      checkScope(request.principal, scope);
      if (access === 'authenticated') return;
      const { position, user } = request.principal;
      if (user.role === null || !access.includes(user.role)) throw forbidden();
      if (user.role !== 'organization' || positions === undefined) return;
      if (position === null || !positions.includes(position)) throw forbidden();
    };
    // Authenticates before the body is parsed, so that unauthenticated users cannot make the server parse it.
    route.onRequest = [admit, ...[route.onRequest ?? []].flat()];
  });
}

/** Checks that an API key may call a route. Users are not concerned. @throws ApiError 403 */
function checkScope({ apiKey }: Principal, scope: ApiScope | undefined) {
  if (apiKey === undefined) return;
  if (scope === undefined) throw closedToKeys();
  if (!apiKey.scopes.includes(scope)) throw outOfScope(scope);
}

/** Returns the caller of a route that is not public. */
export function getPrincipal(request: FastifyRequest): Principal {
  if (request.principal === null) throw new Error('A public route has no principal.');
  return request.principal;
}

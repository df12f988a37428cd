import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { getPrincipal } from '../../platform/http/guard.ts';
import type { Authenticate } from '../../platform/http/principal.ts';
import { serve } from '../../platform/http/route.ts';
import { toNetwork } from '../../platform/http/server/address.ts';
import { type ApiKeysDeps, createApiKeysService } from './api-keys.service.ts';
import { createAuthenticateKey } from './authenticate-key.ts';
import { recordCalls } from './last-calls.ts';
import { sendRateLimits } from './rate-limit-headers.ts';
import { readSecret } from './secrets.ts';

/** Wires the API keys of organizations. */
export function createApiKeys(deps: ApiKeysDeps) {
  const service = createApiKeysService(deps);
  const authenticateKey = createAuthenticateKey(deps.db, deps.clock);
  return {
    /** Authenticates API keys, and all other callers with `authenticateUser`. */
    authenticate:
      (authenticateUser: Authenticate): Authenticate =>
      (header) => {
        const secret = readSecret(header);
        return secret === undefined ? authenticateUser(header) : authenticateKey(secret);
      },
    routes(app: FastifyInstance) {
      recordCalls(app, deps.db, deps.clock);
      sendRateLimits(app);
      serve(app, routes.apiKeys, ({ viewer }) => service.list(viewer));
      serve(app, routes.createApiKey, ({ viewer, body, request }) =>
        service.create(viewer, getPrincipal(request), body, toNetwork(request.ip)),
      );
      serve(app, routes.apiKeyCalls, ({ viewer, params }) => service.calls(viewer, params.id));
      serve(app, routes.revokeApiKey, ({ viewer, params }) => service.revoke(viewer, params.id));
    },
  };
}

import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/address.ts';
import { principalOf } from '../../platform/guard.ts';
import { serve } from '../../platform/route.ts';
import type { AccountsService } from './accounts.service.ts';
import type { Holder, SecurityService } from './security.service.ts';
import type { SignInService } from './sign-in.ts';
import { visitorOf } from './visitor.ts';

/** The calls under /api/accounts/. */
export function accountsRoutes(
  app: FastifyInstance,
  accounts: AccountsService,
  signIn: SignInService,
  security: SecurityService,
) {
  serve(app, routes.login, ({ body, request }) =>
    signIn.login({
      ...{ phone: body.phone, password: body.password },
      ...visitorOf(request, body['smart-token']),
    }),
  );
  serve(app, routes.verify, async ({ body }) => {
    await accounts.verify(body.token);
    return {};
  });
  serve(app, routes.refresh, ({ body }) => accounts.refresh(body.refresh));
  serve(app, routes.currentUser, async ({ request }) => principalOf(request).user);
  serve(app, routes.updateProfile, ({ body, request }) =>
    accounts.updateProfile(principalOf(request).user, body),
  );
  serve(app, routes.changePassword, async ({ body, request }) => {
    await security.changePassword(holderOf(request), body);
    return undefined;
  });
  serve(app, routes.sessions, ({ request }) => security.list(holderOf(request)));
  serve(app, routes.endOtherSessions, async ({ request }) => {
    await security.endOthers(holderOf(request));
    return undefined;
  });
  serve(app, routes.endSession, async ({ params, request }) => {
    await security.end(holderOf(request), params.id);
    return undefined;
  });
}

function holderOf(request: FastifyRequest): Holder {
  const { user, sessionId } = principalOf(request);
  return { user, sessionId, network: networkOf(request.ip) };
}

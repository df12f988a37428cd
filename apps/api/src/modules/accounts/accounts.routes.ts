import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../../platform/address.ts';
import { principalOf } from '../../platform/guard.ts';
import { serve } from '../../platform/route.ts';
import type { AccountsService } from './accounts.service.ts';

/** The five calls under /api/accounts/. */
export function accountsRoutes(app: FastifyInstance, accounts: AccountsService) {
  serve(app, routes.login, ({ body, request }) =>
    accounts.login({
      phone: body.phone,
      password: body.password,
      smartToken: body['smart-token'] ?? '',
      address: request.ip,
      network: networkOf(request.ip),
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
}

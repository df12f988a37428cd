import { getPermissions, type Person, routes, type User } from '@referral-dashboard/api-contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Principal } from '../../platform/http/principal.ts';
import { serve } from '../../platform/http/route.ts';
import { toNetwork } from '../../platform/http/server/address.ts';
import type { SignInService } from '../sign-in/sign-in.ts';
import { toVisitor } from '../sign-in/visitor.ts';
import type { AccountsService } from './accounts.service.ts';
import type { SecurityService, SessionHolder } from './security.service.ts';

/** Registers the routes under /api/accounts/. */
export function accountsRoutes(
  app: FastifyInstance,
  accounts: AccountsService,
  signIn: SignInService,
  security: SecurityService,
) {
  serve(app, routes.login, ({ body, request }) =>
    signIn.login({
      phone: body.phone,
      password: body.password,
      ...toVisitor(request, body['smart-token']),
    }),
  );
  serve(app, routes.verify, async ({ body }) => {
    await accounts.verify(body.token);
    return {};
  });
  serve(app, routes.refresh, ({ body }) => accounts.refresh(body.refresh));
  serve(app, routes.currentUser, ({ viewer }) => buildUser(accounts, viewer, viewer.user));
  serve(app, routes.updateProfile, async ({ body, viewer, request }) =>
    buildUser(accounts, viewer, await accounts.updateProfile(toHolder(viewer, request), body, request.id)),
  );
  serve(app, routes.changePassword, async ({ body, viewer, request }) => {
    await security.changePassword(toHolder(viewer, request), body);
    return undefined;
  });
  serve(app, routes.sessions, ({ viewer, request }) => security.list(toHolder(viewer, request)));
  serve(app, routes.endOtherSessions, async ({ viewer, request }) => {
    await security.endOthers(toHolder(viewer, request));
    return undefined;
  });
  serve(app, routes.endSession, async ({ params, viewer, request }) => {
    await security.end(toHolder(viewer, request), params.id);
    return undefined;
  });
}

/** The signed-in user with position, organization and permissions, as the API returns it. */
const buildUser = async (
  accounts: AccountsService,
  { organizationId, organizationName, position, timeZone, support }: Principal,
  person: Person,
): Promise<User> => ({
  ...person,
  can_confirm_email: await accounts.canConfirmEmail(person),
  position,
  organization: organizationId === null ? null : { id: organizationId, name: organizationName },
  permissions: position === null ? [] : [...getPermissions(position)],
  time_zone: await timeZone(),
  support: await support(),
});

const toHolder = ({ user, sessionId }: Principal, { ip }: FastifyRequest): SessionHolder => ({
  user,
  sessionId,
  network: toNetwork(ip),
});

import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { networkOf } from '../../platform/http/server/address.ts';
import { siteOf } from '../../platform/http/server/site.ts';
import type { InvitationsService } from './invitations.service.ts';

/** The calls about invitation links. `publicUrl` is where people reach the site. */
export function invitationsRoutes(
  app: FastifyInstance,
  invitations: InvitationsService,
  publicUrl: string | undefined,
) {
  serve(app, routes.invitePartner, ({ params, viewer, request }) =>
    invitations.renew(viewer, params.id, siteOf(request, publicUrl)),
  );
  serve(app, routes.revokeInvitation, async ({ params, viewer }) => {
    await invitations.revoke(viewer, params.id);
    return undefined;
  });
  serve(app, routes.checkInvitation, ({ body, request }) =>
    invitations.check(body.token, networkOf(request.ip)),
  );
  serve(app, routes.acceptInvitation, ({ body, request }) =>
    invitations.accept(request, body, networkOf(request.ip)),
  );
}

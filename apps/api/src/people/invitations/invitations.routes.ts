import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { toNetwork } from '../../platform/http/server/address.ts';
import { getSiteUrl } from '../../platform/http/server/site.ts';
import type { EmployeeInvitations } from './employee-invitations.ts';
import type { InvitationsService } from './invitations.service.ts';
import type { PartnerInvitations } from './partner-invitations.ts';

type Services = {
  service: InvitationsService;
  ofPartners: PartnerInvitations;
  ofEmployees: EmployeeInvitations;
};

/** Registers the routes for invitations. `publicUrl` is the address of the site; without it links use the host of the request. */
export function invitationsRoutes(
  app: FastifyInstance,
  { service, ofPartners, ofEmployees }: Services,
  publicUrl: string | undefined,
) {
  serve(app, routes.invitePartner, ({ params, viewer, request }) =>
    ofPartners.renew(viewer, params.id, getSiteUrl(request, publicUrl)),
  );
  serve(app, routes.revokeInvitation, async ({ params, viewer }) => {
    await ofPartners.revoke(viewer, params.id);
    return undefined;
  });
  serve(app, routes.inviteEmployee, ({ body, viewer, request }) =>
    ofEmployees.invite(viewer, body, getSiteUrl(request, publicUrl)),
  );
  serve(app, routes.renewEmployeeInvitation, ({ params, viewer, request }) =>
    ofEmployees.renew(viewer, params.id, getSiteUrl(request, publicUrl)),
  );
  serve(app, routes.revokeEmployeeInvitation, async ({ params, viewer }) => {
    await ofEmployees.revoke(viewer, params.id);
    return undefined;
  });
  serve(app, routes.checkInvitation, ({ body, request }) => service.check(body.token, toNetwork(request.ip)));
  serve(app, routes.acceptInvitation, ({ body, request }) =>
    service.accept(request, body, toNetwork(request.ip)),
  );
}

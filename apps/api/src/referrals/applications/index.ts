import { type Partner, routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { PhoneProof } from '../../people/index.ts';
import { createLimits } from '../../platform/http/limits/limits.ts';
import { serve } from '../../platform/http/route.ts';
import { toNetwork } from '../../platform/http/server/address.ts';
import { getSiteUrl } from '../../platform/http/server/site.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { renderQr } from '../../platform/qr.ts';
import { type AcceptanceDeps, createAcceptance } from './acceptance.ts';
import { createApplicationLimits } from './application-limits.ts';
import { type ApplicationsServiceDeps, createApplicationsService } from './applications.service.ts';
import { createDecisions, type EnrollmentActions, type Invite } from './decisions.ts';
import { createPhoneProof, type JoinAs } from './phone-proof.ts';

export type ApplicationsDeps = Omit<ApplicationsServiceDeps, 'limits' | 'phoneProof' | 'decisions'> & {
  publicUrl: string | undefined;
  /** Undefined: no channel can send a code, and the phone is proven by an invitation. */
  phoneProof: PhoneProof | undefined;
  joinAs: JoinAs;
  joinInvited: AcceptanceDeps['joinInvited'];
  enableSignIn: AcceptanceDeps['enableSignIn'];
  enrollments: EnrollmentActions;
  invite: Invite;
  readPartner: (viewer: Staff, id: string) => Promise<Partner>;
};

/** Applications of people who want to become partners. */
export function createApplications({ publicUrl, joinAs, ...parts }: ApplicationsDeps) {
  const { db, clock, enrollments, readPartner } = parts;
  const limits = createApplicationLimits(createLimits(db, clock));
  const approveEnrollment = enrollments.approve;
  const phoneProof = createPhoneProof({
    db,
    clock,
    limits,
    proof: parts.phoneProof,
    joinAs,
    approveEnrollment,
  });
  const decisions = createDecisions({ clock, enrollments, invite: parts.invite });
  const { joinInvited, enableSignIn } = parts;
  const accept = createAcceptance({
    db,
    clock,
    limits,
    joinInvited,
    enableSignIn,
    isCodeAsked: phoneProof.isAsked,
  });
  const applications = createApplicationsService({ ...parts, limits, phoneProof, decisions });
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.joinPage, ({ params }) => applications.page(params.code));
      serve(app, routes.apply, ({ params, body, request }) =>
        applications.apply(params.code, body, {
          address: request.ip,
          network: toNetwork(request.ip),
          userAgent: request.headers['user-agent'] ?? '',
          requestId: request.id,
        }),
      );
      serve(app, routes.confirmApplication, ({ body, request }) => phoneProof.confirm(request, body));
      serve(app, routes.checkApplication, ({ body, request }) =>
        applications.state(body.token, toNetwork(request.ip)),
      );
      serve(app, routes.acceptApplication, ({ body, request }) => accept(request, body));
      serve(app, routes.decideApplication, async ({ params, body, viewer, request }) => {
        await applications.decide(viewer, params.id, body, getSiteUrl(request, publicUrl));
        return readPartner(viewer, params.id);
      });
      serve(app, routes.joinLink, async ({ params, viewer, request }) => {
        const path = await applications.joinPath(viewer, params.id);
        const url = new URL(path, getSiteUrl(request, publicUrl)).href;
        return { url, qr: await renderQr(url) };
      });
      serve(app, routes.partnerApplications, ({ params, viewer }) =>
        applications.ofPartner(viewer, params.id),
      );
    },
    decisions,
  };
}

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
import { createJoiningByCode, type JoiningByCodeDeps } from './joining-by-code.ts';

export type ApplicationsDeps = Omit<ApplicationsServiceDeps, 'limits' | 'joiningByCode' | 'decisions'> & {
  publicUrl: string | undefined;
  /** Undefined: no channel can send a code, and the phone is proven by an invitation. */
  phoneProof: PhoneProof | undefined;
  joinByPassword: JoiningByCodeDeps['joinByPassword'];
  joinInvited: AcceptanceDeps['joinInvited'];
  enableSignIn: AcceptanceDeps['enableSignIn'];
  enrollments: EnrollmentActions;
  invite: Invite;
  readPartner: (viewer: Staff, id: string) => Promise<Partner>;
};

/** Applications of people who want to become partners. */
export function createApplications({ publicUrl, joinByPassword, ...deps }: ApplicationsDeps) {
  const { db, clock, enrollments, readPartner } = deps;
  const limits = createApplicationLimits(createLimits(db, clock));
  const approveEnrollment = enrollments.approve;
  const joiningByCode = createJoiningByCode({
    db,
    clock,
    limits,
    proof: deps.phoneProof,
    joinByPassword,
    approveEnrollment,
  });
  const decisions = createDecisions({ clock, enrollments, invite: deps.invite });
  const { joinInvited, enableSignIn } = deps;
  const accept = createAcceptance({
    db,
    clock,
    limits,
    joinInvited,
    enableSignIn,
    isCodeAsked: joiningByCode.isAsked,
  });
  const applications = createApplicationsService({ ...deps, limits, joiningByCode, decisions });
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
      serve(app, routes.confirmApplication, ({ body, request }) => joiningByCode.confirm(request, body));
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

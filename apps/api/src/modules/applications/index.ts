import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import type { PhoneProof } from '../../domain/phone-proof.ts';
import { createLimits } from '../../platform/http/limits.ts';
import { serve } from '../../platform/http/route.ts';
import { networkOf } from '../../platform/http/server/address.ts';
import { siteOf } from '../../platform/http/server/site.ts';
import { qrOf } from '../../platform/qr.ts';
import { createApplicationLimits } from './application-limits.ts';
import { type ApplicationsParts, createApplicationsService } from './applications.service.ts';
import { createPhoneProof, type JoinAs } from './phone-proof.ts';

export type ApplicationsDeps = Omit<ApplicationsParts, 'limits' | 'phoneProof'> & {
  publicUrl: string | undefined;
  /** Left out: no channel can send a code, and a phone is proven by an invitation. */
  phoneProof: PhoneProof | undefined;
  joinAs: JoinAs;
};

/** Partners who come by themselves. */
export function createApplications({ publicUrl, joinAs, ...parts }: ApplicationsDeps) {
  const { db, clock, approvePlace } = parts;
  const limits = createApplicationLimits(createLimits(db, clock));
  const phoneProof = createPhoneProof({ db, clock, limits, proof: parts.phoneProof, joinAs, approvePlace });
  const applications = createApplicationsService({ ...parts, limits, phoneProof });
  return {
    routes(app: FastifyInstance) {
      serve(app, routes.joinPage, ({ params }) => applications.page(params.code));
      serve(app, routes.apply, ({ params, body, request }) =>
        applications.apply(params.code, body, {
          address: request.ip,
          network: networkOf(request.ip),
          userAgent: request.headers['user-agent'] ?? '',
          requestId: request.id,
        }),
      );
      serve(app, routes.confirmApplication, ({ body, request }) => phoneProof.confirm(request, body));
      serve(app, routes.checkApplication, ({ body, request }) =>
        applications.state(body.token, networkOf(request.ip)),
      );
      serve(app, routes.joinLink, async ({ params, viewer, request }) => {
        const path = await applications.joinPath(viewer, params.id);
        const url = new URL(path, siteOf(request, publicUrl)).href;
        return { url, qr: await qrOf(url) };
      });
      serve(app, routes.partnerApplications, ({ params, viewer }) =>
        applications.ofPartner(viewer, params.id),
      );
    },
    decided: applications.decided,
  };
}

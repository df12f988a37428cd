import { routes } from '@referral-dashboard/api-contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { toNetwork } from '../../platform/http/server/address.ts';
import { getSiteUrl } from '../../platform/http/server/site.ts';
import type { createEmailConfirmation } from './email-confirmation.ts';
import type { createPhoneChange } from './phone-change.ts';
import type { createRecoveryService } from './recovery.service.ts';
import type { createRecoveryByCode } from './recovery-by-code.ts';

type Services = {
  byLink: ReturnType<typeof createRecoveryService>;
  byCode: ReturnType<typeof createRecoveryByCode>;
  phones: ReturnType<typeof createPhoneChange>;
  emails: ReturnType<typeof createEmailConfirmation>;
  passCaptcha: ((token: string, address: string) => Promise<void>) | undefined;
  /** Address of the site. Undefined: links use the host of the request. */
  publicUrl: string | undefined;
};

/** Registers the routes for account recovery, phone changes and e-mail confirmation. */
export function recoveryRoutes(app: FastifyInstance, services: Services) {
  const { byLink, byCode, phones, emails, passCaptcha, publicUrl } = services;
  serve(app, routes.recoverEmployee, ({ params, viewer, request }) =>
    byLink.ofEmployee(viewer, params.id, getSiteUrl(request, publicUrl)),
  );
  serve(app, routes.recoverPartner, ({ params, viewer, request }) =>
    byLink.ofPartner(viewer, params.id, getSiteUrl(request, publicUrl)),
  );
  serve(app, routes.checkRecovery, ({ body, request }) => byLink.check(body.token, toNetwork(request.ip)));
  serve(app, routes.acceptRecovery, ({ body, request }) =>
    byLink.accept(request, body, toNetwork(request.ip)),
  );
  serve(app, routes.recoveryWays, () => byCode.ways());
  serve(app, routes.sendRecoveryCode, async ({ body, request }) => {
    await passCaptcha?.(body['smart-token'] ?? '', request.ip);
    return byCode.send(body.phone, toNetwork(request.ip));
  });
  serve(app, routes.recoverByCode, ({ body, request }) =>
    byCode.confirm(request, body, toNetwork(request.ip)),
  );
  serve(app, routes.startPhoneChange, ({ body, viewer, request }) =>
    phones.start(viewer, body, toNetwork(request.ip)),
  );
  serve(app, routes.confirmPhoneChange, async ({ body, viewer, request }) => {
    await phones.confirm(viewer, body, toNetwork(request.ip), request.id);
    return undefined;
  });
  serve(app, routes.sendEmailCode, ({ body, viewer, request }) =>
    emails.send(viewer, body.password, toNetwork(request.ip)),
  );
  serve(app, routes.confirmEmail, async ({ body, viewer, request }) => {
    await emails.confirm(viewer, body.code, toNetwork(request.ip));
    return undefined;
  });
  serve(app, routes.changeEmployeePhone, async ({ params, body, viewer }) => {
    await phones.ofEmployee(viewer, params.id, body.phone);
    return undefined;
  });
  serve(app, routes.changePartnerPhone, async ({ params, body, viewer }) => {
    await phones.ofPartner(viewer, params.id, body.phone);
    return undefined;
  });
}

import { routes } from '@referral-dashboard/api-contract';
import { type CaptchaSettings, createCaptcha } from './modules/accounts/captcha.ts';
import { type AccountsSettings, createAccounts } from './modules/accounts/index.ts';
import type { RefreshEvent } from './modules/accounts/sessions.ts';
import { createAccruals } from './modules/accruals/index.ts';
import { createHome } from './modules/home/index.ts';
import { createLeads } from './modules/leads/index.ts';
import type { LeadMoved } from './modules/leads/lead-moved.ts';
import { createLinks } from './modules/links/index.ts';
import { createOrganization } from './modules/organization/index.ts';
import { createPartners } from './modules/partners/index.ts';
import { createPayments } from './modules/payments/index.ts';
import { createPayoutMethods } from './modules/payout-methods/index.ts';
import { createPrograms } from './modules/programs/index.ts';
import { createReferralPage } from './modules/referral-page/index.ts';
import { readBodies } from './platform/body.ts';
import type { Clock } from './platform/clock.ts';
import { allowOrigins } from './platform/cors.ts';
import { createDashboard, type DashboardSettings } from './platform/dashboard/dashboard.ts';
import { dashboardRoutes } from './platform/dashboard/routes.ts';
import type { Db } from './platform/db.ts';
import { docsRoutes, schemaRoutes } from './platform/docs/routes.ts';
import { createExports } from './platform/export/serve-export.ts';
import { answerFailures } from './platform/failures.ts';
import { guard } from './platform/guard.ts';
import { healthRoutes } from './platform/health.ts';
import { createHttp, type HttpSettings } from './platform/http.ts';
import { speakJson } from './platform/negotiation.ts';
import { serveOtherMethods, serveUnknownPaths } from './platform/other-methods.ts';
import { maskPhone } from './platform/phone.ts';
import { logRequests } from './platform/request-log.ts';
import { secureApiHeaders, secureHeaders } from './platform/security-headers.ts';

export type AppSettings = {
  http: HttpSettings;
  accounts: AccountsSettings;
  /** `undefined`: sign-in asks for no captcha. */
  captcha: CaptchaSettings | undefined;
  dashboard: DashboardSettings;
  /** Origins whose pages may call the API, besides its own. */
  corsOrigins: readonly string[];
  /** Where people reach the site; where the request came to when left out. */
  publicUrl: string | undefined;
  /** Whether people come over HTTPS. */
  https: boolean;
};

export type AppDeps = {
  db: Db;
  clock: Clock;
  fetch: typeof globalThis.fetch;
  settings: AppSettings;
  /** Told of every exchange of a refresh token. */
  onRefresh?: (event: RefreshEvent) => void;
  /** What else happens in the transaction of a lead's change; what it is worth when left out. */
  leadMoved?: LeadMoved;
};

/** The server without a port and without a process: everything it needs is passed in. */
export function buildApp({ db, clock, fetch, settings, onRefresh, leadMoved }: AppDeps) {
  const app = createHttp(settings.http);
  const captcha =
    settings.captcha &&
    createCaptcha(settings.captcha, fetch, (err) => app.log.warn({ err }, 'captcha without a verdict'));
  const accounts = createAccounts({
    db,
    clock,
    settings: settings.accounts,
    captcha,
    onSignIn: (userId) => partners.welcome(userId),
    onRefresh: (event) => {
      if (event.outcome === 'reused') app.log.warn({ session: event.sessionId }, 'refresh token reused');
      onRefresh?.(event);
    },
    onFailedSignIn: ({ phone, address }) => {
      app.log.info({ phone: maskPhone(phone), address }, 'sign-in failed');
    },
  });

  const serveExport = createExports(clock);
  const organization = createOrganization({ db, clock });
  const partners = createPartners({ db, clock, serveExport, users: accounts.partnerUsers });
  const links = createLinks({
    ...{ db, clock, publicUrl: settings.publicUrl },
    checkProgram: (viewer, id) => programs.get(viewer, id),
  });
  const programs = createPrograms({ db, clock, issueFirstLink: links.issueFirst });
  const payments = createPayments({ db, clock, serveExport });
  const payoutMethods = createPayoutMethods({ db, clock });
  const accruals = createAccruals({ db, clock, serveExport, leavePayment: payments.leave });
  const home = createHome({ db, clock, readinessOf: payments.readinessOf });
  const leads = createLeads({ db, clock, serveExport, leadMoved: leadMoved ?? accruals.leadMoved });
  const referralPage = createReferralPage({
    ...{ db, clock, captcha, takeLead: leads.intake },
    onLostVisit: (err) => app.log.warn({ err }, 'visit not recorded'),
  });
  app.addHook('onClose', () => referralPage.settled());

  guard(app, accounts.authenticate);
  logRequests(app);
  secureHeaders(app, settings);
  answerFailures(app);
  app.register(async (api) => {
    secureApiHeaders(api);
    allowOrigins(api, settings.corsOrigins);
    readBodies(api);
    serveUnknownPaths(api);
    docsRoutes(api);
    api.register(async (calls) => {
      speakJson(calls);
      for (const module of [
        ...[accounts, organization, programs, partners, links, leads, accruals, payments, payoutMethods],
        ...[home, referralPage],
      ])
        module.routes(calls);
      healthRoutes(calls, db);
      schemaRoutes(calls);
      serveOtherMethods(calls, Object.values(routes));
    });
  });
  const dashboard = createDashboard(settings.dashboard);
  app.register(async (site) => dashboardRoutes(site, dashboard));
  app.register(async (site) => referralPage.site(site, dashboard));
  return { app, accounts, matureHolds: accruals.mature, settled: referralPage.settled };
}

import { routes } from '@referral-dashboard/api-contract';
import { type CaptchaSettings, createCaptcha } from './modules/accounts/captcha.ts';
import { type AccountsSettings, createAccounts } from './modules/accounts/index.ts';
import type { RefreshEvent } from './modules/accounts/sessions.ts';
import { readBodies } from './platform/body.ts';
import type { Clock } from './platform/clock.ts';
import { allowOrigins } from './platform/cors.ts';
import { type DashboardSettings, dashboardRoutes } from './platform/dashboard/routes.ts';
import type { Db } from './platform/db.ts';
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
};

/** The server without a port and without a process: everything it needs is passed in. */
export function buildApp({ db, clock, fetch, settings, onRefresh }: AppDeps) {
  const app = createHttp(settings.http);
  const { captcha } = settings;
  const accounts = createAccounts({
    db,
    clock,
    settings: settings.accounts,
    captcha:
      captcha && createCaptcha(captcha, fetch, (err) => app.log.warn({ err }, 'captcha without a verdict')),
    onRefresh: (event) => {
      if (event.outcome === 'reused') app.log.warn({ session: event.sessionId }, 'refresh token reused');
      onRefresh?.(event);
    },
    onFailedSignIn: ({ phone, address }) => {
      app.log.info({ phone: maskPhone(phone), address }, 'sign-in failed');
    },
  });

  guard(app, accounts.authenticate);
  logRequests(app);
  secureHeaders(app, settings);
  answerFailures(app);
  app.register(async (api) => {
    secureApiHeaders(api);
    allowOrigins(api, settings.corsOrigins);
    readBodies(api);
    serveUnknownPaths(api);
    api.register(async (calls) => {
      speakJson(calls);
      accounts.routes(calls);
      healthRoutes(calls, db);
      serveOtherMethods(calls, Object.values(routes));
    });
  });
  app.register(async (site) => dashboardRoutes(site, settings.dashboard));
  return { app, accounts };
}

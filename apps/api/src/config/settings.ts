import type { WebhookSettings } from '../integrations/index.ts';
import { type ChannelSettings, channelSettings } from '../messages/index.ts';
import type { AccountsSettings, CaptchaSettings, InvitationSettings } from '../people/index.ts';
import type { DashboardSettings } from '../platform/dashboard/dashboard.ts';
import { storedKey } from '../platform/folder/secret-key.ts';
import type { CostSettings } from '../platform/http/limits/costs.ts';
import type { HttpSettings } from '../platform/http/server/http.ts';
import type { FormLimits } from '../referrals/index.ts';
import type { Config } from './config.ts';

export type AppSettings = {
  http: HttpSettings;
  accounts: AccountsSettings;
  invitations: InvitationSettings;
  messages: ChannelSettings;
  webhooks: WebhookSettings;
  /** URLs of the tax service. A part without a URL is not used. */
  taxService: { statusUrl: string | undefined; receiptsUrl: string | undefined };
  /** Limits of leads per hour from public forms. */
  formLimits: FormLimits;
  /** Limits of costly calls of an organization within ten minutes. */
  costs: CostSettings;
  /** Lifetime of idempotency keys, in seconds. */
  idempotencyTtl: number;
  /** `undefined`: sign-in requires no captcha. */
  captcha: CaptchaSettings | undefined;
  dashboard: DashboardSettings;
  /** Other origins whose pages may call the API. */
  corsOrigins: readonly string[];
  /** Address of the site. Default: the address of the request. */
  publicUrl: string | undefined;
  /** True when users access the site over HTTPS. */
  https: boolean;
};

/** Returns the settings of the app from the configuration. Without a configured secret key, one is stored in the data folder. */
export function toSettings(config: Config): AppSettings {
  const { CAPTCHA_SERVER_KEY: serverKey } = config;
  return {
    http: { logLevel: config.LOG_LEVEL, trustProxy: config.TRUST_PROXY },
    accounts: {
      tokens: {
        secret: config.SECRET_KEY ?? storedKey(config.DATA_DIR),
        accessTtl: config.ACCESS_TTL_SECONDS,
        refreshTtl: config.REFRESH_TTL_SECONDS,
      },
      sessions: { graceSeconds: config.REFRESH_GRACE_SECONDS, maxDays: config.SESSION_MAX_DAYS },
      passwords: { memoryKib: config.ARGON2_MEMORY_KIB, passes: config.ARGON2_PASSES },
    },
    invitations: { perHour: config.INVITATIONS_PER_HOUR },
    messages: {
      ...channelSettings(config),
      isRehearsed: config.MODE === 'demo',
      arePrivateHostsAllowed: config.MODE === 'demo' || config.MAIL_PRIVATE_HOSTS === 'true',
    },
    webhooks: { arePrivateHostsAllowed: config.WEBHOOK_PRIVATE_HOSTS === 'true' },
    taxService: { statusUrl: config.NPD_URL, receiptsUrl: config.RECEIPTS_URL },
    formLimits: {
      link: config.FORM_LEADS_PER_LINK,
      program: config.FORM_LEADS_PER_PROGRAM,
      organization: config.FORM_LEADS_PER_ORGANIZATION,
    },
    costs: {
      creation: config.CREATIONS_PER_ORGANIZATION,
      bulk: config.BULK_CALLS_PER_ORGANIZATION,
      export: config.EXPORTS_PER_ORGANIZATION,
    },
    idempotencyTtl: config.IDEMPOTENCY_TTL_SECONDS,
    captcha: serverKey === undefined ? undefined : { serverKey, url: config.CAPTCHA_URL },
    dashboard: {
      folder: config.DASHBOARD_DIR,
      apiBase: config.API_BASE,
      supportUrl: config.SUPPORT_URL,
      captchaSiteKey: config.CAPTCHA_SITE_KEY,
    },
    corsOrigins: config.CORS_ORIGINS,
    publicUrl: config.PUBLIC_URL,
    https: config.PUBLIC_URL?.startsWith('https:') ?? false,
  };
}

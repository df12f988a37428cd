import { join } from 'node:path';
import type { AppSettings } from '../config/settings.ts';
import type { ChannelSettings } from '../messages/channels/index.ts';
import type { NewPerson } from '../people/accounts/people.ts';
import type { PhoneProof } from '../people/index.ts';
import type { CaptchaSettings } from '../people/sign-in/captcha.ts';
import type { Disk } from '../platform/folder/disk.ts';
import type { CostSettings } from '../platform/http/limits/costs.ts';
import type { Watch } from '../platform/metrics/watch.ts';
import type { ResolveHost } from '../platform/public-address.ts';
import type { LeadEvents } from '../referrals/leads/transitions/lead-events.ts';
import type { FormLimits } from '../referrals/referral-page/form-limits.ts';
import type { TestDatabase } from './databases.ts';

/** Modules of the dashboard's build: the public page is rendered by them. */
const SERVER_MODULES = join(import.meta.dirname, '../../../dashboard/dist/.server');

/** Options of a test server. All are optional. Times are in seconds. */
export type TestServerOptions = {
  /** Default: 300. */
  accessTtl?: number;
  /** Default: 30 days. */
  refreshTtl?: number;
  /** Default: 10. */
  refreshGrace?: number;
  /** Folder of the built dashboard. */
  dashboardDir?: string;
  apiBase?: string;
  supportUrl?: string;
  captcha?: CaptchaSettings;
  captchaSiteKey?: string;
  corsOrigins?: readonly string[];
  trustProxy?: readonly string[];
  https?: boolean;
  /** State of the data disk. Default: healthy. */
  disk?: Disk;
  /** Address of the site. */
  publicUrl?: string;
  /** Compares new passwords with common ones. Off by default, so that tests do not load the lists. */
  commonPasswords?: boolean;
  /** Default: 180. */
  sessionMaxDays?: number;
  /** Maximum number of invitations of an organization per hour. Default: more than a test creates. */
  invitationsPerHour?: number;
  /** Channels of messages. Default: no channels. `deliver` sends the waiting messages. */
  messages?: Partial<ChannelSettings>;
  /** Allows webhooks at private addresses and without TLS. Default: refused. `deliverWebhooks` sends the waiting events. */
  privateWebhooks?: boolean;
  /** Resolves the hosts of webhooks. Default: the resolver of the system. */
  resolveHost?: ResolveHost;
  /** URLs of the tax service. Default: disabled. `askTaxService` sends the waiting requests. */
  taxService?: Partial<AppSettings['taxService']>;
  /** Limits of leads per hour from public forms. Default: as in production. */
  formLimits?: FormLimits;
  /** Limits of costly calls within ten minutes. Default: higher than in production, because a test makes more calls than users do. */
  costs?: Partial<CostSettings>;
  /** Default: 30 days. */
  idempotencyTtl?: number;
  /** Domain events of leads, instead of the product's. */
  events?: LeadEvents;
  /** Sends codes to phones. Default: no channel. */
  phoneProof?: PhoneProof;
  /** Key of the token signatures. Pass it to forge tokens in a test. */
  secret?: string;
  /** Parameters of argon2id. Default: cheap. */
  passwords?: { memoryKib: number; passes: number };
  /** Receives the events that metrics are computed from. */
  watch?: Watch;
  /** Makes the requests to other servers. */
  fetch?: typeof globalThis.fetch;
  /** The demo users. */
  people?: readonly NewPerson[];
  /** Database of the server. Default: an empty one in memory. A passed database is not dropped at the end. */
  database?: TestDatabase;
  /** Stops the server's clock, so that only `advance` moves it. */
  frozenClock?: boolean;
  /** Default: `silent`. */
  logLevel?: string;
  /** Receives the lines of the log, instead of standard output. */
  onLog?: (line: string) => void;
  /** Default: any free port. */
  port?: number;
};

export const TEST_SECRET = 'a key for tests, long enough to be one';

export function testSettings(options: TestServerOptions): AppSettings {
  const { captcha, passwords = { memoryKib: 64, passes: 1 } } = options;
  return {
    http: {
      logLevel: options.logLevel ?? (options.onLog ? 'info' : 'silent'),
      trustProxy: options.trustProxy ?? [],
      ...(options.onLog && { onLog: options.onLog }),
    },
    accounts: {
      tokens: {
        secret: options.secret ?? TEST_SECRET,
        accessTtl: options.accessTtl ?? 300,
        refreshTtl: options.refreshTtl ?? 30 * 24 * 60 * 60,
      },
      sessions: { graceSeconds: options.refreshGrace ?? 10, maxDays: options.sessionMaxDays ?? 180 },
      passwords,
    },
    invitations: { perHour: options.invitationsPerHour ?? 10_000 },
    messages: {
      isRehearsed: false,
      arePrivateHostsAllowed: false,
      ...options.messages,
    },
    webhooks: { arePrivateHostsAllowed: options.privateWebhooks ?? false },
    taxService: { statusUrl: undefined, receiptsUrl: undefined, ...options.taxService },
    formLimits: options.formLimits ?? { link: 100, program: 300, organization: 1000 },
    costs: { creation: 100_000, bulk: 100_000, export: 100_000, ...options.costs },
    idempotencyTtl: options.idempotencyTtl ?? 30 * 24 * 60 * 60,
    captcha,
    dashboard: {
      folder: options.dashboardDir ?? 'no-such-folder',
      serverFolder: SERVER_MODULES,
      apiBase: options.apiBase ?? '',
      supportUrl: options.supportUrl ?? 'mailto:support@example.com',
      captchaSiteKey: options.captchaSiteKey ?? '',
    },
    corsOrigins: options.corsOrigins ?? [],
    publicUrl: options.publicUrl,
    https: options.https ?? false,
  };
}

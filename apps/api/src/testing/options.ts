import type { ChannelSettings } from '../messages/channels/index.ts';
import type { NewPerson } from '../people/accounts/people.ts';
import type { PhoneProof } from '../people/phone-proof.ts';
import type { CaptchaSettings } from '../people/sign-in/captcha.ts';
import type { Disk } from '../platform/folder/disk.ts';
import type { CostSettings } from '../platform/http/limits/costs.ts';
import type { Watch } from '../platform/metrics/watch.ts';
import type { LeadEvents } from '../referrals/leads/transitions/lead-events.ts';
import type { Ceilings } from '../referrals/referral-page/ceilings.ts';
import type { AppSettings } from '../settings.ts';
import type { TestDatabase } from './databases.ts';

/** Options of a test server; all may be left out. Times are in seconds. */
export type TestServerOptions = {
  /** 300. */
  accessTtl?: number;
  /** 30 days. */
  refreshTtl?: number;
  /** 10. */
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
  /** State of the disk of the data; healthy when left out. */
  disk?: Disk;
  /** Address of the site. */
  publicUrl?: string;
  /** Compares new passwords with common ones. Off by default, so that tests load no lists of them. */
  commonPasswords?: boolean;
  /** 180. */
  sessionMaxDays?: number;
  /** Invitations of an organization within an hour; more than a test makes when left out. */
  invitationsPerHour?: number;
  /** Channels of messages; none when left out. What waits is sent by `deliver`. */
  messages?: Partial<ChannelSettings>;
  /** Addresses of the tax service's parts; not asked when left out. What waits is asked by `askTaxService`. */
  taxService?: Partial<AppSettings['taxService']>;
  /** Leads an hour from public forms; as in production. */
  ceilings?: Ceilings;
  /** Costly calls of an organization within ten minutes; a test makes more than people do. */
  costs?: Partial<CostSettings>;
  /** 30 days. */
  idempotencyTtl?: number;
  /** Domain events of leads, in place of the product's. */
  events?: LeadEvents;
  /** Codes sent to phones; no channel when left out. */
  phoneProof?: PhoneProof;
  /** Key of the tokens' signatures: give it to forge tokens in a test. */
  secret?: string;
  /** argon2id; cheap by default. */
  passwords?: { memoryKib: number; passes: number };
  /** Told of what metrics are made of. */
  watch?: Watch;
  /** Calls to other servers. */
  fetch?: typeof globalThis.fetch;
  /** The demo people. */
  people?: readonly NewPerson[];
  /** An empty one in memory. Passed in, it is left alone at the end. */
  database?: TestDatabase;
  /** Stops the server's clock: it moves by `advance` alone. */
  frozenClock?: boolean;
  /** `silent`. */
  logLevel?: string;
  /** Lines of the log, instead of standard output. */
  onLog?: (line: string) => void;
  /** Any free one. */
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
      email: undefined,
      sms: undefined,
      telegram: undefined,
      isRehearsed: false,
      arePrivateHostsAllowed: false,
      ...options.messages,
    },
    taxService: { statusUrl: undefined, receiptsUrl: undefined, ...options.taxService },
    ceilings: options.ceilings ?? { link: 100, program: 300, organization: 1000 },
    costs: { creation: 100_000, bulk: 100_000, export: 100_000, ...options.costs },
    idempotencyTtl: options.idempotencyTtl ?? 30 * 24 * 60 * 60,
    captcha,
    dashboard: {
      folder: options.dashboardDir ?? 'no-such-folder',
      apiBase: options.apiBase ?? '',
      supportUrl: options.supportUrl ?? 'mailto:support@example.com',
      captchaSiteKey: options.captchaSiteKey ?? '',
    },
    corsOrigins: options.corsOrigins ?? [],
    publicUrl: options.publicUrl,
    https: options.https ?? false,
  };
}

import type { AppSettings } from './config/settings.ts';
import { type Clock, plusSeconds } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import { analyzeStaleTables } from './platform/db/statistics.ts';
import { pruneIdempotencyKeys } from './platform/http/limits/idempotency.ts';
import type { Job } from './platform/jobs.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Run = Job['run'];

/** Contexts with background work. */
export type JobParts = {
  db: Db;
  clock: Clock;
  settings: AppSettings;
  isEmbedded: boolean;
  accounts: { prune: Run };
  recovery: { prune: Run };
  referralPage: { prune: Run };
  messages: { deliver: Run; pollBots: Run; prune: Run };
  taxStatus: { sendChecks: Run };
  receipts: { checkReceipts: Run };
  accruals: { releaseAllHolds: Run };
};

/**
 * All background jobs of a server. Every process runs them, so a job must be safe beside itself in another process: it takes rows with
 * a lease or skips locked ones; a bot is locked by one process.
 */
export const jobsOf = ({ db, clock, settings, isEmbedded, ...contexts }: JobParts): Job[] => [
  { name: 'deliver-messages', every: SECOND, run: contexts.messages.deliver },
  { name: 'poll-bots', every: SECOND, run: contexts.messages.pollBots },
  { name: 'check-tax-statuses', every: 5 * SECOND, run: contexts.taxStatus.sendChecks },
  { name: 'check-receipts', every: 5 * SECOND, run: contexts.receipts.checkReceipts },
  { name: 'release-holds', every: MINUTE, run: contexts.accruals.releaseAllHolds },
  { name: 'prune-sessions', every: HOUR, run: contexts.accounts.prune },
  { name: 'prune-account-codes', every: HOUR, run: contexts.recovery.prune },
  { name: 'prune-visits', every: HOUR, run: contexts.referralPage.prune },
  { name: 'prune-messages', every: HOUR, run: contexts.messages.prune },
  {
    name: 'prune-idempotency-keys',
    every: HOUR,
    run: async () => void (await pruneIdempotencyKeys(db, plusSeconds(clock(), -settings.idempotencyTtl))),
  },
  // PostgreSQL analyzes tables by itself, the embedded database does not.
  ...(isEmbedded
    ? [{ name: 'analyze-tables', every: MINUTE, run: async () => void (await analyzeStaleTables(db)) }]
    : []),
];

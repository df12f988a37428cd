import type { FastifyBaseLogger } from 'fastify';
import { sealJournal } from './audit/index.ts';
import type { AppSettings } from './config/settings.ts';
import { type Clock, HOUR_MS, MINUTE_MS, plusSeconds } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import { analyzeStaleTables } from './platform/db/statistics.ts';
import { pruneIdempotencyKeys } from './platform/http/limits/idempotency.ts';
import { pruneIdempotentCalls } from './platform/http/limits/once.ts';
import { createJobRunner, type Job, type JobRunner } from './platform/jobs.ts';
import type { Watch } from './platform/metrics/watch.ts';

const SECOND_MS = 1000;

type Run = Job['run'];

/** Contexts with background work. */
export type JobDeps = {
  db: Db;
  clock: Clock;
  settings: AppSettings;
  isEmbedded: boolean;
  accounts: { prune: Run };
  recovery: { prune: Run };
  referralPage: { prune: Run };
  clients: { prune: Run };
  imports: { work: Run; prune: Run };
  inbox: { apply: Run; prune: Run };
  messages: { deliver: Run; pollBots: Run; prune: Run };
  webhooks: { deliver: Run; prune: Run };
  crm: { send: Run; read: Run };
  money: {
    taxStatus: { sendChecks: Run };
    receipts: { checkReceipts: Run };
    accruals: { releaseAllHolds: Run; closeDuePeriods: Run };
    keptFiles: { prune: Run };
  };
};

/**
 * All background jobs of a server. Every process runs them. A job must be safe when other processes run it at the same time: it takes
 * rows with a lease, skips locked rows, or locks the bot that it polls.
 */
const listJobs = ({ db, clock, settings, isEmbedded, ...contexts }: JobDeps): Job[] => [
  { name: 'deliver-messages', every: SECOND_MS, run: contexts.messages.deliver },
  { name: 'deliver-webhooks', every: SECOND_MS, run: contexts.webhooks.deliver },
  { name: 'send-crm-deals', every: SECOND_MS, run: contexts.crm.send },
  { name: 'read-crm-deals', every: SECOND_MS, run: contexts.crm.read },
  { name: 'poll-bots', every: SECOND_MS, run: contexts.messages.pollBots },
  { name: 'check-tax-statuses', every: 5 * SECOND_MS, run: contexts.money.taxStatus.sendChecks },
  { name: 'check-receipts', every: 5 * SECOND_MS, run: contexts.money.receipts.checkReceipts },
  { name: 'run-imports', every: SECOND_MS, run: contexts.imports.work },
  { name: 'apply-outside-events', every: SECOND_MS, run: contexts.inbox.apply },
  { name: 'release-holds', every: MINUTE_MS, run: contexts.money.accruals.releaseAllHolds },
  { name: 'close-periods', every: MINUTE_MS, run: contexts.money.accruals.closeDuePeriods },
  {
    name: 'seal-journal',
    every: 10 * SECOND_MS,
    run: async (signal) => void (await sealJournal(db, signal)),
  },
  { name: 'prune-sessions', every: HOUR_MS, run: contexts.accounts.prune },
  { name: 'prune-account-codes', every: HOUR_MS, run: contexts.recovery.prune },
  { name: 'prune-visits', every: HOUR_MS, run: contexts.referralPage.prune },
  { name: 'prune-waiting-sales', every: HOUR_MS, run: contexts.clients.prune },
  { name: 'prune-imports', every: HOUR_MS, run: contexts.imports.prune },
  { name: 'prune-outside-events', every: HOUR_MS, run: contexts.inbox.prune },
  { name: 'prune-messages', every: HOUR_MS, run: contexts.messages.prune },
  { name: 'prune-webhook-events', every: HOUR_MS, run: contexts.webhooks.prune },
  { name: 'prune-kept-files', every: HOUR_MS, run: contexts.money.keptFiles.prune },
  {
    name: 'prune-idempotency-keys',
    every: HOUR_MS,
    run: async () => void (await pruneIdempotencyKeys(db, plusSeconds(clock(), -settings.idempotencyTtl))),
  },
  {
    name: 'prune-idempotent-calls',
    every: HOUR_MS,
    run: async () => void (await pruneIdempotentCalls(db, clock)),
  },
  // PostgreSQL analyzes tables by itself, the embedded database does not.
  ...(isEmbedded
    ? [{ name: 'analyze-tables', every: MINUTE_MS, run: async () => void (await analyzeStaleTables(db)) }]
    : []),
];

/** Returns a runner of all jobs. Failures appear in the log, all runs in the metrics. */
export function createJobs(
  deps: JobDeps,
  { log, watch }: { log: FastifyBaseLogger; watch: Watch | undefined },
): JobRunner {
  const runner = createJobRunner(listJobs(deps), {
    onRun: (job, seconds, hasFailed) => watch?.onJobRun(job, seconds, hasFailed),
    onError: (job, err) => log.error({ err, job }, 'job failed'),
  });
  watch?.onJobs(runner.names);
  return runner;
}

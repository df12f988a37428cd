import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Backlog, PoolState, Watch } from './watch.ts';

/** Time limit for reading the outbox from the database, in milliseconds. */
const TIMEOUT_MS = 2000;

export type MetricsDeps = {
  clock: Clock;
  /** Undefined for the embedded database, which has one connection. */
  pool?: (() => PoolState) | undefined;
  /** Returns the waiting messages of the outbox. */
  backlog: () => Promise<readonly Backlog[]>;
};

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of this process in a separate registry. Labels never contain user input, names or identifiers. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route pattern and status. Unknown paths are `unmatched`.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const passwordsWaiting = new Gauge({
    name: 'password_queue_waiting',
    help: 'Waiting password computations.',
    registers,
  });
  const passwordsRefused = new Counter({
    name: 'password_queue_refused_total',
    help: 'Password computations refused by a full queue.',
    registers,
  });
  const passwordWait = new Histogram({
    name: 'password_queue_wait_seconds',
    help: 'Waiting time of password computations.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const jobSuccess = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'Time of the last successful run of a background job.',
    labelNames: ['job'],
    registers,
  });
  const jobDuration = new Histogram({
    name: 'job_duration_seconds',
    help: 'Runs of background jobs.',
    labelNames: ['job'],
    buckets: [0.01, 0.1, 0.5, 1, 5, 15, 60],
    registers,
  });
  const jobFailures = new Counter({
    name: 'job_failures_total',
    help: 'Failed runs of background jobs.',
    labelNames: ['job'],
    registers,
  });
  const deliveries = new Counter({
    name: 'outbox_deliveries_total',
    help: 'Messages handled by this process: sent, failed, or to be retried.',
    labelNames: ['channel', 'outcome'],
    registers,
  });

  const replicaReads = new Counter({
    name: 'replica_reads_total',
    help: 'Lists read at the replica, or at the primary because the replica lags, is unreachable, or the read wrote.',
    labelNames: ['outcome'],
    registers,
  });
  let readOutbox: () => Promise<void> = async () => undefined;

  const watch: Watch = {
    onRequest: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    passwords: {
      onWait: () => passwordsWaiting.inc(),
      onStart(waitedMs, hasWaited) {
        if (hasWaited) passwordsWaiting.dec();
        passwordWait.observe(waitedMs / 1000);
      },
      onRefuse: () => passwordsRefused.inc(),
    },
    onJobs(names) {
      for (const job of names) {
        jobDuration.zero({ job });
        // The counter exists from the start, so that Prometheus sees the first failure as an increase.
        jobFailures.inc({ job }, 0);
      }
    },
    onJobRun(job, seconds, hasFailed) {
      jobDuration.observe({ job }, seconds);
      jobFailures.inc({ job }, hasFailed ? 1 : 0);
      if (!hasFailed) jobSuccess.setToCurrentTime({ job });
    },
    onListRead: (outcome) => replicaReads.inc({ outcome }),
    onDelivery: (channel, outcome, count) => deliveries.inc({ channel, outcome }, count),
  };

  return {
    watch,
    /** Content type of the metrics response. */
    type: registry.contentType,
    async text() {
      await readOutbox();
      return registry.metrics();
    },
    names: () => registry.getMetricsAsArray().map(({ name }) => name),

    /** Registers the metrics that are read at each request for them. */
    collect({ clock, pool, backlog }: MetricsDeps) {
      new Gauge({
        name: 'db_pool_connections',
        help: 'Connections to PostgreSQL, idle or in use.',
        labelNames: ['state'],
        registers,
        collect() {
          const state = pool?.();
          if (state === undefined) return;
          this.set({ state: 'idle' }, state.idle);
          this.set({ state: 'busy' }, state.total - state.idle);
        },
      });
      new Gauge({
        name: 'db_pool_waiting',
        help: 'Queries and transactions that wait for a connection to PostgreSQL.',
        registers,
        collect() {
          this.set(pool?.().waiting ?? 0);
        },
      });
      readOutbox = outboxReader(registers, clock, backlog);
    },
  };
}

/** Returns a function that updates the metrics of the outbox. */
function outboxReader(registers: Registry[], clock: Clock, backlog: MetricsDeps['backlog']) {
  const readable = new Gauge({
    name: 'outbox_readable',
    help: '1 when the outbox could be read for this response. Otherwise 0, and the other outbox metrics are missing.',
    registers,
  });
  const oldest = new Gauge({
    name: 'outbox_oldest_due_seconds',
    help: 'Time since the oldest waiting message became due; 0 without waiting messages.',
    labelNames: ['channel'],
    registers,
  });
  const due = new Gauge({
    name: 'outbox_due',
    help: 'Due messages that are not sent yet; at most 10,000 are counted.',
    labelNames: ['channel'],
    registers,
  });
  return async () => {
    const rows = await within(TIMEOUT_MS, backlog()).catch(() => undefined);
    due.reset();
    oldest.reset();
    readable.set(rows === undefined ? 0 : 1);
    for (const { channel, due: count, oldestDueAt } of rows ?? []) {
      due.set({ channel }, count);
      const delaySeconds = oldestDueAt === null ? 0 : (clock().getTime() - oldestDueAt.getTime()) / 1000;
      oldest.set({ channel }, Math.max(0, delaySeconds));
    }
  };
}

function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The outbox was not read in time.')), ms).unref();
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Backlog, PoolState, Watch } from './watch.ts';

/** Time that the database gets for one reading of the outbox, in milliseconds. */
const PATIENCE_MS = 2000;

export type MetricsParts = {
  clock: Clock;
  /** Left out with the embedded database, which has one connection. */
  pool?: (() => PoolState) | undefined;
  /** Reads what waits in the outbox. */
  backlog: () => Promise<readonly Backlog[]>;
};

export type Metrics = ReturnType<typeof createMetrics>;

/** Metrics of this process in a registry of their own. No label holds what a person has typed, is called or is known by. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, pattern of the route and status; those that no route answers are `unmatched`.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const passwordsWaiting = new Gauge({
    name: 'password_queue_waiting',
    help: 'Password computations that wait for their turn.',
    registers,
  });
  const passwordsRefused = new Counter({
    name: 'password_queue_refused_total',
    help: 'Password computations that there was no room for.',
    registers,
  });
  const passwordWait = new Histogram({
    name: 'password_queue_wait_seconds',
    help: 'Time that password computations waited for their turn.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const taskSuccess = new Gauge({
    name: 'task_last_success_timestamp_seconds',
    help: 'Moment of the last run of a background task that succeeded.',
    labelNames: ['task'],
    registers,
  });
  const taskDuration = new Histogram({
    name: 'task_duration_seconds',
    help: 'Runs of background tasks.',
    labelNames: ['task'],
    buckets: [0.01, 0.1, 0.5, 1, 5, 15, 60],
    registers,
  });
  const taskFailures = new Counter({
    name: 'task_failures_total',
    help: 'Runs of background tasks that failed.',
    labelNames: ['task'],
    registers,
  });
  const deliveries = new Counter({
    name: 'outbox_deliveries_total',
    help: 'Messages given to a channel by this process: sent, failed for good, or to be tried again.',
    labelNames: ['channel', 'outcome'],
    registers,
  });

  const replicaReads = new Counter({
    name: 'replica_reads_total',
    help: 'Lists read at the replica, or at the primary because it was behind, away, or asked to write.',
    labelNames: ['outcome'],
    registers,
  });
  let readOutbox: () => Promise<void> = async () => undefined;

  const watch: Watch = {
    answered: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    passwords: {
      entered: () => passwordsWaiting.inc(),
      began(waitedMs, hasWaited) {
        if (hasWaited) passwordsWaiting.dec();
        passwordWait.observe(waitedMs / 1000);
      },
      refused: () => passwordsRefused.inc(),
    },
    ranTask(task, seconds, hasFailed) {
      taskDuration.observe({ task }, seconds);
      // A task that has never failed has a zero, so that its first failure is seen to move it.
      taskFailures.inc({ task }, hasFailed ? 1 : 0);
      if (!hasFailed) taskSuccess.setToCurrentTime({ task });
    },
    read: (outcome) => replicaReads.inc({ outcome }),
    delivered: (channel, outcome, many) => deliveries.inc({ channel, outcome }, many),
  };

  return {
    watch,
    /** Content type of the text below. */
    type: registry.contentType,
    async text() {
      await readOutbox();
      return registry.metrics();
    },
    names: () => registry.getMetricsAsArray().map(({ name }) => name),

    /** Takes in what is read when it is asked for. */
    collect({ clock, pool, backlog }: MetricsParts) {
      new Gauge({
        name: 'db_pool_connections',
        help: 'Connections to PostgreSQL, by whether a query has them.',
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

/** Metrics of the outbox, and what brings them up to date. */
function outboxReader(registers: Registry[], clock: Clock, backlog: MetricsParts['backlog']) {
  const readable = new Gauge({
    name: 'outbox_readable',
    help: '1 when the outbox could be read for this answer, else 0, and then nothing is told of it.',
    registers,
  });
  const oldest = new Gauge({
    name: 'outbox_oldest_due_seconds',
    help: 'Time for which the oldest message that is due has been so; 0 when none is.',
    labelNames: ['channel'],
    registers,
  });
  const due = new Gauge({
    name: 'outbox_due',
    help: 'Messages that are due and have not been given to their channel, 10,000 standing for more.',
    labelNames: ['channel'],
    registers,
  });
  return async () => {
    const rows = await within(PATIENCE_MS, backlog()).catch(() => undefined);
    due.reset();
    oldest.reset();
    readable.set(rows === undefined ? 0 : 1);
    for (const { channel, due: many, oldestDueAt } of rows ?? []) {
      due.set({ channel }, many);
      const since = oldestDueAt === null ? 0 : (clock().getTime() - oldestDueAt.getTime()) / 1000;
      oldest.set({ channel }, Math.max(0, since));
    }
  };
}

function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ms).unref();
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

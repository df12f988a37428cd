import type { ReadOutcome } from '../db/replica.ts';
import type { QueueWatch } from '../queue.ts';

export type ServedRequest = {
  method: string;
  /** Pattern of the route, never the requested path. */
  route: string;
  status: number;
  seconds: number;
};

/** Callbacks for events of the running server. Without them nothing is counted. */
export type Watch = {
  /** Called after each response. */
  onRequest: (request: ServedRequest) => void;
  /** Queue of the password computations. */
  passwords: QueueWatch;
  /** Called with the names of the background jobs before their first run. */
  onJobs: (names: readonly string[]) => void;
  /** Called after each run of a background job. */
  onJobRun: (job: string, seconds: number, hasFailed: boolean) => void;
  /** Called after each read of a list, with the database that served it and the reason. */
  onListRead: (outcome: ReadOutcome) => void;
  /** Called with the number of messages that a channel sent, refused, or will retry. */
  onDelivery: (channel: string, outcome: DeliveryOutcome, count: number) => void;
};

export type DeliveryOutcome = 'sent' | 'failed' | 'retried';

/** Due messages of a channel that are not sent yet. */
export type Backlog = { channel: string; due: number; oldestDueAt: Date | null };

/** Connections to the database: open ones, unused ones, and callers that wait for one. */
export type PoolState = { total: number; idle: number; waiting: number };

import type { ReadOutcome } from '../db/replica.ts';
import type { QueueWatch } from '../queue.ts';

export type AnsweredRequest = {
  method: string;
  /** Pattern of the route, never the requested path. */
  route: string;
  status: number;
  seconds: number;
};

/** Callbacks for events of the running server. Without them nothing is counted. */
export type Watch = {
  answered: (request: AnsweredRequest) => void;
  /** Queue of the password computations. */
  passwords: QueueWatch;
  /** Called after each run of a background task. */
  ranTask: (task: string, seconds: number, hasFailed: boolean) => void;
  /** Called after each read of a list, with the database that served it and the reason. */
  read: (outcome: ReadOutcome) => void;
  /** Called with the number of messages that a channel sent, refused, or will retry. */
  delivered: (channel: string, outcome: DeliveryOutcome, many: number) => void;
};

export type DeliveryOutcome = 'sent' | 'failed' | 'retried';

/** Due messages of a channel that are not sent yet. */
export type Backlog = { channel: string; due: number; oldestDueAt: Date | null };

/** Connections to the database: open ones, unused ones, and callers that wait for one. */
export type PoolState = { total: number; idle: number; waiting: number };

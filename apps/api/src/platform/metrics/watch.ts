import type { ReadOutcome } from '../db/replica.ts';
import type { QueueWatch } from '../queue.ts';

export type AnsweredRequest = {
  method: string;
  /** Pattern of the route, never the path that was asked for. */
  route: string;
  status: number;
  seconds: number;
};

/** What is told of the server while it runs. Without one nobody listens, and nothing is counted. */
export type Watch = {
  answered: (request: AnsweredRequest) => void;
  /** Queue of the password computations. */
  passwords: QueueWatch;
  /** A run of what the server does by itself. */
  ranTask: (task: string, seconds: number, hasFailed: boolean) => void;
  /** Messages that a channel has taken, has refused for good, or is to be given again. */
  /** A list that was read at a replica, or why it was read at the primary. */
  read: (outcome: ReadOutcome) => void;
  delivered: (channel: string, outcome: DeliveryOutcome, many: number) => void;
};

export type DeliveryOutcome = 'sent' | 'failed' | 'retried';

/** Messages of a channel that could go out and have not. */
export type Backlog = { channel: string; due: number; oldestDueAt: Date | null };

/** Connections to the database: open ones, those of them that nobody uses, and callers that wait for one. */
export type PoolState = { total: number; idle: number; waiting: number };

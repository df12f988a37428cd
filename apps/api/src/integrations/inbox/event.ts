import { createHash } from 'node:crypto';
import type { OutsideEventChannel, OutsideEventKind } from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';

/** What identifies and orders an event of another system. */
export type EventFacts = {
  kind: OutsideEventKind;
  /** Id of the event in the other system. Unique per kind, in all channels. */
  externalId: string | null;
  /** The object that the event is about, with the name of its system: `amocrm:1234`. Its events are applied in the order of `occurredAt`. */
  objectKey: string;
  occurredAt: Date;
  body: unknown;
};

/** A stored event, as its handler gets it. */
export type OutsideEvent = EventFacts & {
  organizationId: string;
  id: string;
  channel: OutsideEventChannel;
  receivedAt: Date;
};

/** What a handler did with an event. With `failed` its changes are rolled back, and the event is retried. */
export type Outcome =
  | { state: 'applied'; leadId?: string | undefined; saleId?: string | undefined }
  | { state: 'unmatched'; cause: string; waitingSaleId?: string | undefined }
  | { state: 'late' | 'ignored' | 'failed'; cause: string };

/**
 * Applies events of different objects in the transaction that stores their states. It gets no event that is older than the newest applied one of its
 * object. An `ApiError` is a failure with its sentence as the cause; another error is a failure, too, and is logged. After a failure all changes are
 * rolled back, and each event is applied alone.
 *
 * @returns the outcomes, in the order of the events.
 */
export type EventHandler = (trx: Db, events: readonly OutsideEvent[]) => Promise<Outcome[]>;
export type EventHandlers = Readonly<Partial<Record<OutsideEventKind, EventHandler>>>;

const sortKeys = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Returns the JSON of a body and its hash. Bodies with the same values in another order of fields are equal. */
export function toBody(body: unknown): { body: string; body_hash: string } {
  const text = JSON.stringify(body, sortKeys);
  return { body: text, body_hash: createHash('sha256').update(text).digest('hex') };
}

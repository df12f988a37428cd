import type {
  OutsideEventChannel,
  OutsideEventKind,
  OutsideEventState,
} from '@referral-dashboard/api-contract';
import type { Generated } from 'kysely';

/** Events of other systems. Each is stored once and applied once. */
export type OutsideEventsTable = {
  organization_id: string;
  id: string;
  channel: OutsideEventChannel;
  kind: OutsideEventKind;
  /** Id of the event in the other system, unique per kind and in all channels. Null when that system gives none. */
  external_id: string | null;
  /** The object that the event is about. The events of one object are applied in the order of `occurred_at`. */
  object_key: string;
  occurred_at: Date;
  received_at: Date;
  /** JSON that the handler reads. Null for an event that was applied when it was received, and after thirty days. */
  body: string | null;
  /** SHA-256 of the body. Empty after the erasure of a person. */
  body_hash: string;
  state: OutsideEventState;
  /** Why the event was not applied, in Russian. */
  cause: Generated<string>;
  attempts: Generated<number>;
  /** Null for an event that the job does not apply. */
  next_attempt_at: Generated<Date | null>;
  /** Time at which another body was last received under this id. */
  conflicted_at: Generated<Date | null>;
  /** Time at which the event got a final state. */
  decided_at: Generated<Date | null>;
  lead_id: Generated<string | null>;
  sale_id: Generated<string | null>;
  waiting_sale_id: Generated<string | null>;
};

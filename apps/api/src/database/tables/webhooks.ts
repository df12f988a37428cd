import type { WEBHOOK_TEST, WebhookEvent } from '@referral-dashboard/api-contract';
import type { Generated } from 'kysely';

/** URLs that get the events of an organization. */
export type WebhooksTable = {
  organization_id: string;
  id: string;
  url: string;
  events: WebhookEvent[];
  /** Encrypted with a key derived from that of the server. */
  secret: string;
  /** Secret before the last rotation, encrypted. It signs, too, until `previous_until`. */
  previous_secret: Generated<string | null>;
  previous_until: Generated<Date | null>;
  is_on: Generated<boolean>;
  /** First attempt of an event that was given up. Null after a delivery. */
  failing_since: Generated<Date | null>;
  /** Time of the last notification of the owners. */
  notified_at: Generated<Date | null>;
  created_by: string | null;
  created_at: Date;
};

/** Events that at least one webhook gets. Kept for thirty days. */
export type WebhookEventsTable = {
  organization_id: string;
  id: string;
  type: WebhookEvent | typeof WEBHOOK_TEST;
  object_id: string;
  /** Position of the event among those of its object, from 1. */
  sequence: number;
  /** Body of the request. */
  payload: string;
  occurred_at: Date;
};

/** An event for one webhook, with the result of the last attempt. */
export type WebhookDeliveriesTable = {
  organization_id: string;
  id: string;
  webhook_id: string;
  event_id: string;
  object_id: string;
  sequence: number;
  /** True for an event that a user sent again. It neither waits for other events of its object nor delays them. */
  is_resend: Generated<boolean>;
  /** `taken`: a worker sends it until `leased_until`. */
  status: 'waiting' | 'taken' | 'sent' | 'failed';
  attempts: Generated<number>;
  next_attempt_at: Date;
  first_attempt_at: Generated<Date | null>;
  attempted_at: Generated<Date | null>;
  lease: Generated<string | null>;
  leased_until: Generated<Date | null>;
  response_status: Generated<number | null>;
  /** The first 2 kB of the response. */
  response: Generated<string>;
  problem: Generated<string>;
  duration_ms: Generated<number | null>;
  created_at: Date;
};

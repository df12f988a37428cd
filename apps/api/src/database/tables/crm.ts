import type { CrmKind, CrmLeadStatus } from '@referral-dashboard/api-contract';
import type { ColumnType, Generated } from 'kysely';

/** A stage of deals, as the CRM returned it. */
export type StoredStage = { id: string; name: string; pipeline: string; kind: 'open' | 'won' | 'lost' };

/** A stage with the lead status that it means. Null: it changes nothing. */
export type MappedStage = { stage: string; status: CrmLeadStatus | null };

/** Connections of organizations to their CRM, one of each kind. */
export type CrmConnectionsTable = {
  organization_id: string;
  id: string;
  kind: CrmKind;
  /** Origin of the portal or the account, without its keys. */
  address: string;
  /** Keys as JSON, encrypted with a key derived from that of the server. */
  credentials: string;
  /** The process that renews the tokens has this lease until `refresh_until`. */
  refresh_lease: Generated<string | null>;
  refresh_until: Generated<Date | null>;
  is_on: Generated<boolean>;
  state: Generated<'connected' | 'broken'>;
  cause: Generated<string>;
  /** First failed call since the last successful one. */
  failing_since: Generated<Date | null>;
  /** Last message to the owners about a break. */
  notified_at: Generated<Date | null>;
  /** Written as JSON. */
  stages: ColumnType<StoredStage[], string, string>;
  stages_read_at: Date;
  mapping: ColumnType<MappedStage[], string, string>;
  /** Programs whose leads become deals. Null: all. */
  programs: string[] | null;
  /** Stage of new deals. Null: the CRM selects it. */
  first_stage: string | null;
  /** SHA-256 of the secret in the address for events, and the secret encrypted. */
  inbound_hash: Generated<string | null>;
  inbound_secret: Generated<string | null>;
  /** Token of the outgoing webhook of Битрикс24, encrypted. */
  application_token: Generated<string | null>;
  last_event_at: Generated<Date | null>;
  last_event: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  created_at: Date;
};

/** Deals of leads. A row without `deal_id` waits for its deal. */
export type CrmDealsTable = {
  organization_id: string;
  connection_id: string;
  lead_id: string;
  deal_id: string | null;
  /** `taken`: a worker creates the deal until `leased_until`. */
  status: 'waiting' | 'taken' | 'sent' | 'failed';
  attempts: Generated<number>;
  next_attempt_at: Date;
  first_attempt_at: Generated<Date | null>;
  lease: Generated<string | null>;
  leased_until: Generated<Date | null>;
  problem: Generated<string>;
  sent_at: Generated<Date | null>;
  /** Last stage that the server wrote, read as the first one or applied, and the time of that change in the CRM. */
  stage: Generated<string | null>;
  changed_at: Generated<Date | null>;
  /** Last sum that the server read. Null: none, or not in rubles. */
  amount_kop: Generated<number | null>;
  /** Time of the call that creates the deal, while its result is unknown. */
  creating_since: Generated<Date | null>;
  created_at: Date;
};

/** Deals that the CRM reported and that are not read yet. */
export type CrmReadsTable = {
  organization_id: string;
  connection_id: string;
  deal_id: string;
  /** Time of the last event of the deal. */
  requested_at: Date;
  attempts: Generated<number>;
  next_attempt_at: Date;
  lease: Generated<string | null>;
  leased_until: Generated<Date | null>;
};

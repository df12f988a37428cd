import type { Generated } from 'kysely';
import type { Json } from './json.ts';

export type OrganizationsTable = {
  id: string;
  name: string;
  legal_name: Generated<string>;
  inn: Generated<string>;
  site: Generated<string>;
  privacy_policy_url: Generated<string>;
  default_hold_days: Generated<number>;
  default_min_payout_kop: Generated<number>;
  time_zone: Generated<string>;
  /** Whoever formed a payment does not approve it. */
  four_eyes: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
};

/** Kinds of objects that have numbers for people. */
export type CounterKind = 'lead' | 'accrual' | 'payment';

export type CountersTable = { organization_id: string; kind: CounterKind; value: number };

export type AuditEntriesTable = {
  organization_id: string;
  id: string;
  actor_id: string | null;
  action: string;
  object_kind: string;
  object_id: string;
  diff: Json<Record<string, unknown>>;
  at: Date;
  request_id: string;
};

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** API keys, and the request of each entry in the history of leads, which names the key. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table api_keys (
      organization_id uuid not null references organizations,
      id uuid not null,
      name text not null check (char_length(name) between 1 and 100),
      prefix text not null,
      secret_hash text not null unique,
      scopes text[] not null check (cardinality(scopes) > 0),
      created_by uuid not null references users,
      created_at timestamptz not null,
      expires_at timestamptz,
      last_used_at timestamptz,
      revoked_at timestamptz,
      primary key (organization_id, id)
    )`.execute(db);
  await sql`create index api_keys_creator on api_keys (created_by)`.execute(db);
  await sql`alter table lead_events add column request_id text not null default ''`.execute(db);
  await replaceEntriesView(db);
}

/** The chain of the journal also covers the requests of lead events. The text of older entries stays the same. */
const replaceEntriesView = (db: Kysely<unknown>) =>
  sql`
    create or replace view journal_entries as
    select organization_id, id, at, action, object_id, jsonb_build_object(
      'id', id, 'at', extract(epoch from at), 'actor', actor_id, 'action', action, 'kind', object_kind, 'object', object_id, 'diff', diff,
      'request', request_id)::text as facts
    from audit_entries
    union all
    select organization_id, id, at, case when from_status is null then 'lead.create' when to_partner_id is not null then 'lead.transfer'
      when from_status = to_status then 'lead.update' else 'lead.transition' end, lead_id, (jsonb_build_object(
      'id', id, 'at', extract(epoch from at), 'actor', actor_id, 'lead', lead_id, 'from', from_status, 'to', to_status, 'reason', reason_code,
      'comment', comment, 'changed', changed, 'from_partner', from_partner_id, 'to_partner', to_partner_id,
      'deal_before', deal_amount_before_kop, 'deal', deal_amount_kop)
      || case when request_id = '' then '{}'::jsonb else jsonb_build_object('request', request_id) end)::text
    from lead_events`.execute(db);

export const apiKeys: Migration = { up };

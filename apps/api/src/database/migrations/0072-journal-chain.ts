import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions, runDeferredTriggers } from '../functions/index.ts';

/** Values of personal fields in the journal, which can be erased, and a chain of hashes over both histories. */
async function up(db: Kysely<unknown>) {
  await runDeferredTriggers(db);
  await sql`
    alter table lead_events
      add column deal_amount_before_kop bigint,
      add column deal_amount_kop bigint`.execute(db);
  await sql`
    create table journal_values (
      organization_id uuid not null references organizations,
      entry_id uuid not null,
      field text not null,
      subject_id uuid not null,
      before_value text,
      after_value text,
      salt bytea default uuid_send(gen_random_uuid()),
      erased_at timestamptz,
      primary key (organization_id, entry_id, field),
      constraint journal_values_salt check ((salt is null) = (erased_at is not null)),
      constraint journal_values_erased check (erased_at is null or (before_value is null and after_value is null))
    )`.execute(db);
  await sql`create index journal_values_subject on journal_values (organization_id, subject_id)`.execute(db);
  await sql`
    create table journal_seals (
      organization_id uuid not null references organizations,
      sequence int not null check (sequence > 0),
      entry_id uuid not null,
      digests jsonb not null,
      hash bytea not null,
      primary key (organization_id, sequence),
      unique (organization_id, entry_id)
    )`.execute(db);
  await sql`
    create table journal_queue (
      organization_id uuid not null references organizations,
      at timestamptz not null,
      entry_id uuid not null,
      primary key (organization_id, at, entry_id)
    )`.execute(db);
  await createEntriesView(db);
  await sql`
    insert into journal_queue (organization_id, at, entry_id)
    select organization_id, at, id from journal_entries`.execute(db);
  await applyFunctions(db, '0072-journal-chain');
}

/** The entries of both histories. `facts` is the text that the chain covers. Times are numbers, which do not depend on the session. */
const createEntriesView = (db: Kysely<unknown>) =>
  sql`
    create view journal_entries as
    select organization_id, id, at, action, object_id, jsonb_build_object(
      'id', id, 'at', extract(epoch from at), 'actor', actor_id, 'action', action, 'kind', object_kind, 'object', object_id, 'diff', diff,
      'request', request_id)::text as facts
    from audit_entries
    union all
    select organization_id, id, at, case when from_status is null then 'lead.create' when to_partner_id is not null then 'lead.transfer'
      when from_status = to_status then 'lead.update' else 'lead.transition' end, lead_id, jsonb_build_object(
      'id', id, 'at', extract(epoch from at), 'actor', actor_id, 'lead', lead_id, 'from', from_status, 'to', to_status, 'reason', reason_code,
      'comment', comment, 'changed', changed, 'from_partner', from_partner_id, 'to_partner', to_partner_id,
      'deal_before', deal_amount_before_kop, 'deal', deal_amount_kop)::text
    from lead_events`.execute(db);

export const journalChain: Migration = { up };

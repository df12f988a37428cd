import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Transfers of leads, evidence of self-referral, restoration of duplicates, and shared contacts and requisites. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table leads
    add column earned_by uuid,
    add column self_referral_matches text[] not null default '{}',
    add column same_email_as uuid,
    add column offered_at timestamptz,
    add foreign key (organization_id, earned_by) references partners,
    add foreign key (organization_id, same_email_as) references leads,
    add check (earned_by <> partner_id)`.execute(db);
  await sql`
    alter table lead_events
    add column from_partner_id uuid,
    add column to_partner_id uuid,
    add foreign key (organization_id, from_partner_id) references partners,
    add foreign key (organization_id, to_partner_id) references partners`.execute(db);
  await keepLinksOfOtherPartners(db);
  await sql`create index leads_earned_by on leads (organization_id, earned_by) where earned_by is not null`.execute(
    db,
  );
  await sql`
    create index leads_same_email on leads (organization_id, same_email_as) where same_email_as is not null`.execute(
    db,
  );
  await sql`
    create index leads_offered on leads (organization_id, offered_at)
    where offered_at is not null and status = 'duplicate'`.execute(db);
  await offerDuplicates(db);

  await sql`
    create table former_contacts (
      id uuid primary key default gen_random_uuid(),
      organization_id uuid,
      partner_id uuid,
      user_id uuid references users,
      phone text not null,
      email_key text not null,
      replaced_at timestamptz not null default now(),
      foreign key (organization_id, partner_id) references partners,
      check ((partner_id is null) <> (user_id is null))
    )`.execute(db);
  await sql`create index former_contacts_partner on former_contacts (organization_id, partner_id)`.execute(
    db,
  );
  await sql`create index former_contacts_user on former_contacts (user_id)`.execute(db);
  await keepFormerContacts(db);

  await sql`
    create table dismissed_tasks (
      organization_id uuid not null references organizations,
      key text not null check (char_length(key) <= 200),
      actor_id uuid not null,
      at timestamptz not null,
      primary key (organization_id, key)
    )`.execute(db);
  await sql`create index partners_inn on partners (organization_id, inn) where inn <> ''`.execute(db);
  await sql`
    create index payout_methods_account on payout_methods (organization_id, account)
    where account <> '' and archived_at is null`.execute(db);
  await sql`
    create index payout_methods_phone on payout_methods (organization_id, phone)
    where phone <> '' and archived_at is null`.execute(db);
}

/** A transferred lead keeps the link it came through, which belongs to its former partner. */
async function keepLinksOfOtherPartners(db: Kysely<unknown>) {
  await sql`alter table links add unique (organization_id, id, program_id)`.execute(db);
  await sql`
    do $$ declare name text; begin
      select conname into strict name from pg_constraint
      where conrelid = 'leads'::regclass and contype = 'f' and confrelid = 'links'::regclass;
      execute format('alter table leads drop constraint %I', name);
    end $$`.execute(db);
  await sql`
    alter table leads add foreign key (organization_id, link_id, program_id)
    references links (organization_id, id, program_id)`.execute(db);
}

/** Sets the moment from which duplicates may be offered for restoration: the end of the duplicate window of the first lead. */
const offerDuplicates = (db: Kysely<unknown>) =>
  sql`
    update leads d set offered_at = f.created_at + make_interval(days => p.duplicate_window_days)
    from leads f, programs p
    where d.status = 'duplicate' and f.organization_id = d.organization_id and f.id = d.duplicate_of
      and p.organization_id = d.organization_id and p.id = d.program_id`.execute(db);

async function keepFormerContacts(db: Kysely<unknown>) {
  await sql`
    create function keep_former_contacts() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'users' then
        insert into former_contacts (user_id, phone, email_key)
        values (old.id, old.phone, lower(coalesce(old.email, '')));
      else
        insert into former_contacts (organization_id, partner_id, phone, email_key)
        values (old.organization_id, (to_jsonb(old) ->> 'id')::uuid, old.phone, lower(old.email));
      end if;
      return null;
    end $$`.execute(db);
  for (const table of ['users', 'partners']) {
    await sql`
      create trigger ${sql.id(`${table}_former_contacts`)} after update of phone, email on ${sql.table(table)}
      for each row when (old.phone is distinct from new.phone or old.email is distinct from new.email)
      execute function keep_former_contacts()`.execute(db);
  }
}

export const leadTransfers: Migration = { up };

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Applications of new partners, and a join code for each program. */
async function up(db: Kysely<unknown>) {
  await sql`alter table programs add column join_code text`.execute(db);
  await sql`update programs set join_code = left(md5(id::text), 12)`.execute(db);
  await sql`alter table programs alter column join_code set not null`.execute(db);
  await sql`create unique index programs_join_code on programs (join_code)`.execute(db);
  await sql`
    create function give_join_code() returns trigger language plpgsql as $$
    begin
      new.join_code := coalesce(new.join_code, left(md5(new.id::text), 12));
      return new;
    end $$`.execute(db);
  await sql`
    create trigger programs_join_code before insert on programs
    for each row execute function give_join_code()`.execute(db);

  await sql`
    create table applications (
      organization_id uuid not null references organizations,
      id uuid not null,
      program_id uuid not null,
      partner_id uuid not null,
      is_repeat boolean not null,
      status text not null check (status in ('pending', 'approved', 'rejected')),
      reason text not null default '' check (char_length(reason) <= 1000),
      token_hash text not null,
      given jsonb not null,
      offer_id uuid not null,
      personal_data_id uuid not null,
      ip text not null,
      user_agent text not null check (char_length(user_agent) <= 500),
      created_at timestamptz not null,
      decided_at timestamptz,
      primary key (organization_id, id),
      foreign key (organization_id, program_id) references programs,
      foreign key (organization_id, partner_id) references partners,
      foreign key (organization_id, offer_id) references documents,
      foreign key (organization_id, personal_data_id) references documents,
      check ((status = 'pending') = (decided_at is null))
    )`.execute(db);
  await sql`create unique index applications_token on applications (token_hash)`.execute(db);
  await sql`create index applications_partner on applications (organization_id, partner_id, created_at)`.execute(
    db,
  );
  await sql`create index applications_program on applications (organization_id, program_id)`.execute(db);
}

export const applications: Migration = { up };

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Invitation links, each usable once. They replace passwords that organizations passed on to partners. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table invitations (
      organization_id uuid not null references organizations,
      id uuid not null,
      kind text not null check (kind in ('partner')),
      partner_id uuid,
      token_hash text not null,
      created_by uuid,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      used_by uuid,
      revoked_at timestamptz,
      primary key (organization_id, id),
      foreign key (organization_id, partner_id) references partners,
      check ((kind = 'partner') = (partner_id is not null)),
      check ((used_at is null) = (used_by is null)),
      check (used_at is null or revoked_at is null)
    )`.execute(db);
  await sql`create index invitations_token on invitations (token_hash)`.execute(db);
  await sql`
    create unique index invitations_of_partner on invitations (organization_id, partner_id)
    where used_at is null and revoked_at is null`.execute(db);

  // Deletes invited users who never signed in, because another person knows their password.
  await sql`
    delete from users u where role = 'partner'
      and exists (select from partners p where p.user_id = u.id and p.status = 'invited')
      and not exists (select from partners p where p.user_id = u.id and p.status <> 'invited')
      and not exists (select from sessions s where s.user_id = u.id)`.execute(db);
  await sql`update partners set user_id = null where status = 'invited'`.execute(db);
  await sql`
    alter table partners add constraint partners_invited check (status <> 'invited' or user_id is null)`.execute(
    db,
  );
}

export const invitations: Migration = { up };

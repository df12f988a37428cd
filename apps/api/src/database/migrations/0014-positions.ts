import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Positions of employees. Existing employees become owners. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table users
    add column position text check (position in ('owner', 'manager', 'accountant', 'viewer'))`.execute(db);
  await sql`update users set position = 'owner' where role = 'organization'`.execute(db);
  await sql`
    alter table users
    add constraint users_position check ((position is not null) = (role is not distinct from 'organization'))`.execute(
    db,
  );
}

export const positions: Migration = { up };

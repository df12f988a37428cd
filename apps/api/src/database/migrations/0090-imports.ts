import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Files that are imported, and their rows. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table imports (
      organization_id uuid not null references organizations,
      id uuid not null,
      kind text not null check (kind in ('partners', 'leads', 'clients', 'sales', 'balances')),
      state text not null check (
        state in ('uploaded', 'checking', 'checked', 'running', 'done', 'canceled', 'undoing', 'undone', 'failed')),
      name text not null check (char_length(name) <= 200),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      titles jsonb not null,
      settings jsonb not null,
      problem text not null default '',
      position text not null,
      created_by uuid not null references users,
      created_at timestamptz not null,
      started_at timestamptz,
      lease text,
      leased_until timestamptz,
      erased_at timestamptz,
      primary key (organization_id, id)
    )`.execute(db);
  await sql`create index imports_latest on imports (organization_id, kind, created_at desc, id)`.execute(db);
  await sql`
    create index imports_active on imports (created_at) where state in ('checking', 'running', 'undoing')`.execute(
    db,
  );
  await sql`create index imports_age on imports (created_at) where erased_at is null`.execute(db);
  await sql`
    create table import_rows (
      organization_id uuid not null,
      import_id uuid not null,
      number int not null check (number > 0),
      cells jsonb,
      state text not null check (state in ('waiting', 'created', 'changed', 'skipped', 'refused', 'undone')),
      reasons jsonb not null default '[]',
      key text,
      object_id uuid,
      primary key (organization_id, import_id, number),
      foreign key (organization_id, import_id) references imports on delete cascade
    )`.execute(db);
  await sql`create index import_rows_state on import_rows (organization_id, import_id, state, number)`.execute(
    db,
  );
  await sql`
    create index import_rows_key on import_rows (organization_id, import_id, key) where key is not null`.execute(
    db,
  );
}

export const imports: Migration = { up };

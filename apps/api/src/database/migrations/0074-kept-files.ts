import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions, runDeferredTriggers } from '../functions/index.ts';

/** Bank files that were downloaded, and their downloads. */
async function up(db: Kysely<unknown>) {
  await runDeferredTriggers(db);
  await sql`
    create table kept_files (
      organization_id uuid not null references organizations,
      id uuid not null,
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      content bytea,
      kept_at timestamptz not null,
      erased_at timestamptz,
      primary key (organization_id, id),
      check ((content is null) = (erased_at is not null))
    )`.execute(db);
  await sql`
    create unique index kept_files_content on kept_files (organization_id, sha256) where erased_at is null`.execute(
    db,
  );
  await sql`
    create table file_downloads (
      organization_id uuid not null,
      id uuid not null unique,
      file_id uuid not null,
      registry_id uuid,
      payment_ids uuid[] not null check (cardinality(payment_ids) > 0),
      format text not null check (format in ('1c', 'csv', 'xlsx', 'qr')),
      name text not null,
      latin_name text not null,
      media_type text not null,
      at timestamptz not null,
      actor_id uuid not null references users,
      request_id text not null,
      primary key (organization_id, id),
      foreign key (organization_id, file_id) references kept_files (organization_id, id),
      foreign key (organization_id, registry_id) references registries (organization_id, id),
      check ((format = 'qr') = (registry_id is null))
    )`.execute(db);
  await sql`create index file_downloads_file on file_downloads (organization_id, file_id, at)`.execute(db);
  await sql`
    create index file_downloads_registry on file_downloads (organization_id, registry_id, at) where registry_id is not null`.execute(
    db,
  );
  await sql`create index file_downloads_payments on file_downloads using gin (payment_ids)`.execute(db);
  await applyFunctions(db, '0074-kept-files');
}

export const keptFiles: Migration = { up };

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Settings of organizations: bank, logo and color, kinds of partners, and the documents that partners agree to. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table organizations
      add column kpp text not null default '' check (kpp ~ '^([0-9]{4}[0-9A-Z]{2}[0-9]{3})?$'),
      add column bank_name text not null default '' check (char_length(bank_name) <= 160),
      add column bank_bik text not null default '' check (bank_bik ~ '^([0-9]{9})?$'),
      add column bank_account text not null default '' check (bank_account ~ '^([0-9]{20})?$'),
      add column bank_corr_account text not null default '' check (bank_corr_account ~ '^(301[0-9]{17})?$'),
      add column brand_color text not null default '' check (brand_color ~ '^(#[0-9a-f]{6})?$'),
      add column partner_kinds text[] not null default '{individual,self_employed,ip,legal}'
        check (cardinality(partner_kinds) > 0
          and partner_kinds <@ array['individual', 'self_employed', 'ip', 'legal']),
      add column vat_ip text not null default 'none'
        check (vat_ip in ('none', 'general', 'reduced', 'usn_5', 'usn_7', 'zero')),
      add column vat_legal text not null default 'none'
        check (vat_legal in ('none', 'general', 'reduced', 'usn_5', 'usn_7', 'zero')),
      add column payment_terms text not null default '' check (char_length(payment_terms) <= 2000)`.execute(
    db,
  );
  await sql`
    create table organization_logos (
      organization_id uuid primary key references organizations,
      id uuid not null unique,
      type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
      content bytea not null check (octet_length(content) between 1 and 40960),
      created_at timestamptz not null
    )`.execute(db);
  // Each change of a text is a new version. An empty text means that no document is in force.
  await sql`
    create table documents (
      organization_id uuid not null references organizations,
      id uuid not null,
      kind text not null check (kind in ('offer', 'personal_data')),
      version integer not null check (version > 0),
      text text not null check (char_length(text) <= 15000),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      created_by uuid references users on delete set null,
      created_at timestamptz not null,
      primary key (organization_id, id),
      unique (organization_id, kind, version)
    )`.execute(db);
  await sql`
    create trigger documents_immutable before update on documents
    for each row when (old.text is distinct from new.text or old.sha256 is distinct from new.sha256
      or old.version is distinct from new.version)
    execute function refuse_change()`.execute(db);
}

export const organizationSettings: Migration = { up };

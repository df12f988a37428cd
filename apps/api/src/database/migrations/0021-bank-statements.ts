import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Bank statements, and those of their documents that look like payments. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table bank_statements (
      organization_id uuid not null references organizations,
      id uuid not null,
      name text not null check (char_length(name) between 1 and 200),
      accounts text[] not null,
      is_own boolean not null,
      day_from date,
      day_to date,
      documents integer not null,
      foreign_documents integer not null,
      repeated integer not null,
      unreadable integer not null,
      uploaded_by uuid,
      created_at timestamptz not null,
      primary key (organization_id, id)
    )`.execute(db);
  await sql`create index bank_statements_created on bank_statements (organization_id, created_at, id)`.execute(
    db,
  );
  await sql`
    create table bank_documents (
      organization_id uuid not null,
      id uuid not null,
      statement_id uuid not null,
      digest text not null check (digest ~ '^[0-9a-f]{64}$'),
      number text not null,
      day date not null,
      amount_kop bigint not null check (amount_kop > 0),
      payee text not null,
      payee_account text not null,
      payee_inn text not null,
      purpose text not null,
      match text not null check (match in ('exact', 'doubtful')),
      reasons text[] not null,
      payment_id uuid,
      state text not null default 'proposed' check (state in ('proposed', 'applied', 'dismissed')),
      primary key (organization_id, id),
      unique (organization_id, digest),
      foreign key (organization_id, statement_id) references bank_statements,
      foreign key (organization_id, payment_id) references payments,
      check (state <> 'applied' or payment_id is not null)
    )`.execute(db);
  await sql`create index bank_documents_statement on bank_documents (organization_id, statement_id, day, id)`.execute(
    db,
  );
}

export const bankStatements: Migration = { up };

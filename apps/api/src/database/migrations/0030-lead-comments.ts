import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

async function up(db: Kysely<unknown>) {
  // Not part of the history, because the author can delete a comment permanently.
  await sql`
    create table lead_comments (
      organization_id uuid not null,
      id uuid not null,
      lead_id uuid not null,
      author_id uuid not null references users,
      text text not null check (char_length(text) between 1 and 2000),
      at timestamptz not null,
      primary key (organization_id, id),
      foreign key (organization_id, lead_id) references leads
    )`.execute(db);
  await sql`create index lead_comments_lead on lead_comments (organization_id, lead_id, at, id)`.execute(db);
}

export const leadComments: Migration = { up };

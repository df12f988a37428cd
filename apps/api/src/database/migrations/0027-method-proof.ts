import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Marks the first payout method of a partner when a code sent to the phone of the partner confirms it. Payments to this method have no
 * waiting period.
 */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table payout_methods add column is_proven boolean not null default false,
      add check (not is_proven or default_since is not null)`.execute(db);
  await sql`alter table users add column phone_changed_at timestamptz`.execute(db);
  await sql`
    alter table account_codes drop constraint account_codes_kind_check,
      add constraint account_codes_kind_check check (kind in ('recovery', 'phone', 'join', 'payout'))`.execute(
    db,
  );
}

export const methodProof: Migration = { up };

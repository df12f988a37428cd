import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Confirmation of e-mails by a code. Existing addresses may have been typed by inviters or applicants, so all of them start unconfirmed,
 * and recovery codes that may have been sent to them expire.
 */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table users add column email_confirmed_at timestamptz,
      add check (email_confirmed_at is null or email <> '')`.execute(db);
  await sql`
    alter table account_codes add column email text not null default '',
      drop constraint account_codes_kind_check,
      add constraint account_codes_kind_check check (kind in ('recovery', 'phone', 'join', 'payout', 'email')),
      add check ((kind = 'email') = (email <> '')),
      add check (kind <> 'email' or user_id is not null)`.execute(db);
  await sql`update account_codes set used_at = now() where kind = 'recovery' and used_at is null`.execute(db);
}

export const confirmedEmails: Migration = { up };

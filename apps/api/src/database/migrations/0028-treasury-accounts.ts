import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Allows treasury accounts as correspondent accounts; state institutions are paid through them. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table payout_methods drop constraint payout_methods_corr_account_check,
      add constraint payout_methods_corr_account_check check (corr_account ~ '^((301[0-9]{2}|40102)[0-9]{15})?$')`.execute(
    db,
  );
  await sql`
    alter table organizations drop constraint organizations_bank_corr_account_check,
      add constraint organizations_bank_corr_account_check
        check (bank_corr_account ~ '^((301[0-9]{2}|40102)[0-9]{15})?$')`.execute(db);
}

export const treasuryAccounts: Migration = { up };

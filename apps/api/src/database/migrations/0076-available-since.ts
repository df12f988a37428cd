import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Finds the oldest available earnings of a partner, whose age the list of payable partners shows. */
async function up(db: Kysely<unknown>) {
  await sql`
    create index accruals_available_since on accruals (organization_id, partner_id, coalesce(hold_until, created_at))
    where status in ('available', 'hold') and amount_kop > 0`.execute(db);
}

export const availableSince: Migration = { up };

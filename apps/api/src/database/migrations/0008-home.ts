import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes for the home page: visits of a period, rewards of a partner, and rows that wait for a review. */
async function up(db: Kysely<unknown>) {
  await sql`create index click_days_day on click_days (organization_id, day)`.execute(db);
  await sql`create index accrual_days_partner on accrual_days (organization_id, partner_id)`.execute(db);
  await sql`create index accruals_review on accruals (organization_id) where status = 'review'`.execute(db);
}

export const home: Migration = { up };

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Steps by turnover may reward later sales. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table reward_rules drop constraint reward_rules_later_sales,
      add constraint reward_rules_later_sales check (applies_to = 'first_sale' and cap_per_client_kop is null
        or event = 'deal_won' and (kind <> 'tiered' or measure = 'turnover' and mode = 'next' and cap_per_client_kop is null))`.execute(
    db,
  );
}

export const stepsOfSales: Migration = { up };

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Caps per partner and period. An index for the erasure of contacts in decided waiting sales. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table reward_rules
      add column cap_per_partner_kop bigint check (cap_per_partner_kop > 0),
      add column cap_period text check (cap_period in ('month', 'quarter', 'year', 'life')),
      add constraint reward_rules_partner_cap check ((cap_per_partner_kop is null) = (cap_period is null)
        and (cap_per_partner_kop is null or mode = 'next'))`.execute(db);
  await sql`
    alter table claims
      add column cap_before bigint check (cap_before >= 0),
      add column cap_from date,
      add constraint claims_cap check ((cap_before is null) = (cap_from is null))`.execute(db);
  await sql`
    create index waiting_sales_contacts on waiting_sales (closed_at)
    where (status <> 'waiting' and (name <> '' or phone is not null or email <> '' or inn <> ''
      or client_external_id is not null or comment <> ''))`.execute(db);
}

export const partnerCaps: Migration = { up };

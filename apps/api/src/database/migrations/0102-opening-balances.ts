import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions } from '../functions/index.ts';

/** Accruals that are opening balances. The first move of an accrual is at its `created_at`. */
async function up(db: Kysely<unknown>) {
  await sql`
    create table opening_balances (
      organization_id uuid not null,
      accrual_id uuid not null,
      partner_id uuid not null,
      as_of date not null,
      external_id text check (external_id <> ''),
      primary key (organization_id, accrual_id),
      foreign key (organization_id, accrual_id) references accruals,
      foreign key (organization_id, partner_id) references partners
    )`.execute(db);
  await sql`create index opening_balances_partner on opening_balances (organization_id, partner_id, as_of)`.execute(
    db,
  );
  await sql`
    create index opening_balances_external_id on opening_balances (organization_id, external_id)
    where external_id is not null`.execute(db);
  await applyFunctions(db, '0102-opening-balances');
}

export const openingBalances: Migration = { up };

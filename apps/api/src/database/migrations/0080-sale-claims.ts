import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions } from '../functions/index.ts';

/** Options of a reward rule for later sales, and claims of sales. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table reward_rules
      add column applies_to text not null default 'first_sale'
        check (applies_to in ('first_sale', 'sales_for_months', 'lifetime', 'first_sales')),
      add column applies_to_limit integer,
      add column base text not null default 'gross' check (base in ('gross', 'net_of_vat')),
      add column cap_per_client_kop bigint check (cap_per_client_kop > 0),
      add constraint reward_rules_applies_to_limit check (case applies_to
        when 'sales_for_months' then applies_to_limit is not null and applies_to_limit between 1 and 120
        when 'first_sales' then applies_to_limit is not null and applies_to_limit between 2 and 100
        else applies_to_limit is null end),
      add constraint reward_rules_later_sales check (
        (applies_to = 'first_sale' and cap_per_client_kop is null) or (event = 'deal_won' and kind <> 'tiered')),
      add constraint reward_rules_base check (base = 'gross' or kind = 'percent')`.execute(db);
  await sql`alter table accruals drop constraint accruals_claim`.execute(db);
  await sql`alter table claims drop constraint claims_pkey`.execute(db);
  await sql`
    alter table claims
      alter column lead_id drop not null,
      add column sale_id uuid,
      add column id uuid not null generated always as (coalesce(lead_id, sale_id)) stored,
      add primary key (organization_id, id),
      add foreign key (organization_id, sale_id) references sales (organization_id, id),
      add constraint claims_source check ((lead_id is null) <> (sale_id is null))`.execute(db);
  await sql`drop index accruals_lead`.execute(db);
  await sql`
    alter table accruals
      add column sale_id uuid,
      add column claim_id uuid generated always as (coalesce(lead_id, sale_id)) stored,
      add unique (organization_id, id, sale_id),
      add foreign key (organization_id, sale_id) references sales (organization_id, id),
      add foreign key (organization_id, reward_id, sale_id) references accruals (organization_id, id, sale_id),
      add constraint accruals_claim foreign key (organization_id, claim_id) references claims (organization_id, id)
        deferrable initially deferred,
      add constraint accruals_source check (lead_id is null or sale_id is null),
      drop constraint accruals_check6,
      add constraint accruals_check6
        check (kind <> 'reward' or (claim_id is not null and program_id is not null and reward_id is null))`.execute(
    db,
  );
  await sql`create index accruals_claim on accruals (organization_id, claim_id) where claim_id is not null`.execute(
    db,
  );
  await sql`
    alter table sales
      add column reward_id uuid,
      add foreign key (organization_id, reward_id, id) references accruals (organization_id, id, sale_id)`.execute(
    db,
  );
  await applyFunctions(db, '0080-sale-claims');
}

export const saleClaims: Migration = { up };

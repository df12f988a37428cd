import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Income tax and contributions of payments to individuals. Existing payments have none. */
async function up(db: Kysely<unknown>) {
  await sql`
    alter table partners add column tax_residence text not null default 'resident'
      check (tax_residence in ('resident', 'nonresident'))`.execute(db);
  await sql`
    alter table payments
      add column taxes jsonb,
      add column tax_kop bigint not null generated always as (coalesce((taxes->>'tax_kop')::bigint, 0)) stored,
      add constraint payments_tax check (tax_kop >= 0 and tax_kop < amount_kop)`.execute(db);
  await sql`
    alter table registry_payments add column tax_kop bigint not null default 0,
      add constraint registry_payments_tax check (tax_kop >= 0 and tax_kop < amount_kop)`.execute(db);
  // Only an approval sets taxes.
  await sql`
    create function keep_taxes() returns trigger language plpgsql as $$
    begin
      if new.status <> 'approved' or old.status not in ('draft', 'failed') then
        raise exception 'the taxes of a payment are settled' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger payments_taxes_kept before update on payments for each row
    when (old.taxes is distinct from new.taxes) execute function keep_taxes()`.execute(db);
  await sql`
    create index payments_taxed on payments (organization_id, paid_on, id)
    where taxes is not null and status = 'paid'`.execute(db);
}

export const paymentTaxes: Migration = { up };

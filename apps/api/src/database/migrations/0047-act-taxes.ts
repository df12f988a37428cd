import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Income tax withheld from the payments of an act. The lines of an act name its payments, even after the act is replaced. */
async function up(db: Kysely<unknown>) {
  await sql`alter table acts add column tax_kop bigint not null default 0 check (tax_kop >= 0)`.execute(db);
  await sql`
    update acts a set tax_kop = t.tax_kop
    from (
      select l.organization_id, l.act_id, sum(y.tax_kop)::bigint as tax_kop
      from (
        select distinct organization_id, id as act_id, jsonb_array_elements(content->'lines')->>'payment' as payment
        from acts
      ) l
      join payments y on y.organization_id = l.organization_id and y.status = 'paid' and 'В-' || y.number = l.payment
      where y.tax_kop > 0
      group by 1, 2
    ) t
    where a.organization_id = t.organization_id and a.id = t.act_id`.execute(db);
  await sql`
    create or replace function keep_act() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or (new.organization_id, new.id, new.number, new.partner_id, new.month, new.title,
        new.amount_kop, new.tax_kop, new.content, new.created_at) is distinct from (old.organization_id, old.id,
        old.number, old.partner_id, old.month, old.title, old.amount_kop, old.tax_kop, old.content, old.created_at) then
        raise exception 'an act is kept as it was made' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$`.execute(db);
}

export const actTaxes: Migration = { up };

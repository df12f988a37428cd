import { sql } from 'kysely';
import type { Db } from '../../../src/platform/db/db.ts';

const SMALL = sql.lit('абвгдежзийклмнопрстуфхцчшщъыьэюя');
const CAPITALS = sql.lit('АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ');

/**
 * The commission of a sale by a rule: by the first of its lines whose conditions hold, otherwise by its main rate. The tier position is that of a lead.
 * `lower` leaves Cyrillic letters as they are in a database with the collation C.
 */
export const createCommission = (db: Db) =>
  sql`
  create or replace function expected_commission(r reward_rules, amount bigint, vat bigint, place bigint, sold text, is_new boolean,
    came_by uuid, sale_month int) returns bigint language sql as $$
  select least(r.cap_per_lead_kop, coalesce(fit.kop, r.fixed_kop, (base.kop * r.percent_bps + 5000) / 10000,
    (select coalesce((t.tier ->> 'fixed_kop')::bigint, (base.kop * (t.tier ->> 'percent_bps')::bigint + 5000) / 10000)
      from jsonb_array_elements(r.tiers) with ordinality t (tier, ordinal)
      where (t.tier ->> 'from')::bigint <= place order by t.ordinal desc limit 1), 0))
  from (select amount - case when r.base = 'net_of_vat' then coalesce(vat, 0) else 0 end as kop) base
  left join lateral (
    select least((line ->> 'cap_kop')::bigint, coalesce((line -> 'pay' ->> 'fixed_kop')::bigint, 0)
      + (base.kop * coalesce((line -> 'pay' ->> 'percent_bps')::bigint, 0) + 5000) / 10000) as kop
    from jsonb_array_elements(r.lines) with ordinality l (line, ordinal)
    cross join lateral (select line -> 'when' as terms) w
    cross join lateral (select translate(lower(trim(sold)), ${CAPITALS}, ${SMALL}) as of_sale) key
    where (terms -> 'products' is null
        or key.of_sale in (select translate(lower(name), ${CAPITALS}, ${SMALL}) from jsonb_array_elements_text(terms -> 'products') name))
      and (terms -> 'links' is null or (came_by is not null and terms -> 'links' @> to_jsonb(came_by::text)))
      and (terms -> 'client' is null or (terms ->> 'client' = 'new') = is_new)
      and coalesce(amount, 0) between coalesce((terms ->> 'amount_from_kop')::bigint, 0)
        and coalesce((terms ->> 'amount_to_kop')::bigint, 9000000000000000)
      and sale_month between coalesce((terms ->> 'months_from')::int, 1) and coalesce((terms ->> 'months_to')::int, 100000)
    order by ordinal limit 1) fit on true $$`.execute(db);

import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';
import { createPaidMarkProblems, createPayoutProblems } from './payout-problems.ts';

export type Scope = { organizationId: string; partners: readonly string[] };

/** Creates the functions below in a database. Their plans are cached: they run a thousand times. */
export async function createMoneyProblems(db: Db) {
  await createCommission(db);
  await createLedgerProblems(db);
  await createPayoutProblems(db);
  await createPaidMarkProblems(db);
}

const SMALL = sql.lit('абвгдежзийклмнопрстуфхцчшщъыьэюя');
const CAPITALS = sql.lit('АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ');

/**
 * The commission of a sale by a rule: by the first of its lines whose conditions hold, otherwise by its main rate. The tier position is that of a lead.
 * `lower` leaves Cyrillic letters as they are in a database with the collation C.
 */
const createCommission = (db: Db) =>
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

const createLedgerProblems = (db: Db) =>
  sql`
  create or replace function money_problems(organization uuid, partners uuid[]) returns setof text language plpgsql as $$
  #variable_conflict use_column
  begin return query
  with
  a as materialized (
    select * from accruals where organization_id = money_problems.organization and partner_id = any(money_problems.partners)),
  p as materialized (
    select * from payments where organization_id = money_problems.organization and partner_id = any(money_problems.partners)),
  l as materialized (
    select * from leads where organization_id = money_problems.organization and partner_id = any(money_problems.partners)),
  spent as (
    select program_id, sum(amount_kop) as kop from accruals
    where organization_id = money_problems.organization and status <> 'canceled'
      and program_id in (select program_id from a)
    group by 1)
  select '1 payment ' || p.number || ' is not the sum of its accruals' as problem from p
  where p.status not in ('canceled', 'returned')
    and p.amount_kop is distinct from (select sum(a.amount_kop) from a where a.payment_id = p.id)
  union all
  select '3 payment ' || p.number || ' to an individual is approved without a tax' from p
  join partners c on c.organization_id = p.organization_id and c.id = p.partner_id
  where c.kind = 'individual' and p.taxes is null and p.status in ('approved', 'processing', 'paid', 'failed')
  union all
  select '3 payment ' || number || ' has a tax before its approval' from p
  where taxes is not null and status in ('requested', 'draft')
  union all
  select '2 paid payments are not paid accruals' where
    (select coalesce(sum(amount_kop), 0) from p where status = 'paid')
    <> (select coalesce(sum(amount_kop), 0) from a where status = 'paid')
  union all
  select '2 accrual ' || a.number || ' is paid by a payment that is not' from a left join p on p.id = a.payment_id
  where (a.status = 'paid') <> (p.status is not distinct from 'paid')
  union all
  select '4 accrual ' || number || ' has a payment and no right to it, or the other way round' from a
  where (payment_id is not null) <> (status in ('reserved', 'paid'))
  union all
  select '5 lead ' || l.number || ' names a reward that is not live' from l left join a on a.id = l.reward_id
  where l.reward_id is not null and (a.id is null or a.status = 'canceled' or a.kind <> 'reward' or a.lead_id <> l.id)
  union all
  select '5 lead ' || max(l.number) || ' has two rewards' from a join l on l.id = a.lead_id
  where a.kind = 'reward' and a.status <> 'canceled'
    -- A reward canceled after its approval stays and has a reversing correction.
    and (a.id is not distinct from l.reward_id or not exists (select from a r where r.reward_id = a.id))
  group by a.lead_id having count(*) > 1
  union all
  select '5 lead ' || number || ' earns nothing and has a reward' from l
  where reward_id is not null and status not in ('qualified', 'won')
  union all
  select '5 lead ' || l.number || ' was imported without a reward and has accruals' from l
  where l.reward_rule_id is null and exists (select from a where a.lead_id = l.id and a.status <> 'canceled')
  union all
  select 'claim of lead ' || l.number || ' ' || said.problem from l
  join reward_rules r on r.organization_id = l.organization_id and r.id = l.reward_rule_id
  left join claims c on c.organization_id = l.organization_id and c.lead_id = l.id
  cross join lateral (
    select coalesce(sum(a.amount_kop), 0) as alive,
      coalesce(sum(a.amount_kop) filter (where a.payment_id is null), 0) as free,
      coalesce(sum(a.amount_kop) filter (where a.id = l.reward_id or (a.reward_id = l.reward_id and a.kind = 'correction')), 0)
        as shown,
      coalesce(sum(a.amount_kop) filter (where p.status in ('requested', 'draft')), 0) as draft,
      count(distinct a.review_reason) filter (where a.status = 'review') as reasons,
      coalesce(bool_or(a.status in ('hold', 'review')), false) as held,
      coalesce(bool_or(a.amount_kop < 0 and a.status = 'available'), false) as owed
    from a left join p on p.id = a.payment_id
    where a.lead_id = l.id and a.status <> 'canceled' and a.partner_id = coalesce(c.partner_id, l.partner_id)) has
  left join sales sale on sale.organization_id = l.organization_id and sale.lead_id = l.id and l.status = 'won'
  left join attachments of_other on of_other.organization_id = sale.organization_id and of_other.id = sale.attachment_id
    and of_other.lead_id is distinct from l.id and r.event = 'deal_won'
  cross join lateral (
    select case when (l.status = 'won' and of_other.id is null) or (l.status = 'qualified' and r.event = 'lead_qualified') then
      expected_commission(r, l.deal_amount_kop, sale.vat_kop, coalesce(c.former_rewarded_before, c.step_before, c.rewarded_before),
        sale.product,
        (select t.client_is_new from attachments t where t.organization_id = l.organization_id and t.lead_id = l.id
          order by t.created_at, t.id limit 1), l.link_id, 1)
    else 0 end as kop) commission
  cross join lateral (
    select least(r.cap_per_client_kop, commission.kop - case when sale.refunded_kop > 0
      then round(commission.kop::numeric * sale.refunded_kop / sale.amount_kop)::bigint else 0 end,
      case when c.cap_before is not null then greatest(0, r.cap_per_partner_kop - c.cap_before) end) as kop) due
  cross join lateral (values
    (has.alive <> least(due.kop, coalesce(c.manual_cap_kop, due.kop)), 'is worth ' || has.alive || ' and not ' || due.kop),
    (has.alive <> coalesce(c.target_kop, 0), 'has ' || has.alive || ' and a target of ' || c.target_kop),
    (has.shown <> coalesce(c.target_kop, 0), 'shows ' || has.shown || ' and has a target of ' || c.target_kop),
    (has.free < 0 and has.held, 'is in debt and has a held accrual'),
    (has.owed and has.held, 'reverses an amount that is not available yet'),
    (has.free < 0 and has.draft > 0, 'is in debt and has a draft payment'),
    (has.reasons > 1, 'is under review for two reasons'),
    ((l.reward_id is null) <> (c.rewarded_before is null), 'has the tier position ' || coalesce(c.rewarded_before::text, 'none')
      || case when l.reward_id is null then ' without a reward' else ' with a reward' end),
    ((c.rewarded_before is null) <> (c.counted_on is null), 'counts on ' || coalesce(c.counted_on::text, 'no day')),
    (c.rewarded_before is not null and r.kind = 'tiered' and (r.measure, r.period) <> ('count', 'life')
      and (c.step_measure, c.step_period) is distinct from (r.measure, r.period), 'has no step of its rule'),
    (c.target_kop > 0 and (r.cap_per_partner_kop is null) <> (c.cap_before is null), 'has another cap than its rule')
  ) said (is_wrong, problem)
  where said.is_wrong
  union all
  select 'lead ' || l.number || ' leaves ' || sum(a.amount_kop) || ' with a former partner' from l
  join claims c on c.organization_id = l.organization_id and c.lead_id = l.id
  join a on a.lead_id = l.id and a.status <> 'canceled' and a.partner_id <> c.partner_id
  group by l.number, a.partner_id
  having sum(a.amount_kop) <> 0
  union all
  select 'claim of lead ' || l.number || ' is of another partner than the lead earns for' from l
  join claims c on c.organization_id = l.organization_id and c.lead_id = l.id
  where c.partner_id <> coalesce(l.earned_by, l.partner_id)
  union all
  select 'lead ' || l.number || ' is paid ' || sum(a.amount_kop) || ', which no rule gives' from l
  join reward_rules r on r.organization_id = l.organization_id and r.id = l.reward_rule_id
  join a on a.lead_id = l.id and a.status = 'paid'
  where r.kind <> 'percent' and r.lines is null
  group by l.number, a.partner_id, r.kind, r.fixed_kop, r.tiers
  having sum(a.amount_kop) > coalesce(r.fixed_kop, (r.tiers -> -1 ->> 'fixed_kop')::bigint)
  union all
  select 'sale of lead ' || l.number || ' is ' || coalesce(s.amount_kop::text, 'none') || ' and its deal ' || l.status || ' '
    || coalesce(l.deal_amount_kop::text, 'none') from l
  left join sales s on s.organization_id = l.organization_id and s.lead_id = l.id
  where (l.status = 'won') <> (s.id is not null and s.canceled_at is null)
    or (l.status = 'won' and s.amount_kop is distinct from l.deal_amount_kop)
  union all
  select 'attachment of lead ' || l.number || ' is open and the lead is ' || l.status || ' of another partner' from l
  join attachments t on t.organization_id = l.organization_id and t.lead_id = l.id and t.closed_at is null
  where l.status <> 'won' or t.partner_id <> l.partner_id
  union all
  select 'client ' || t.client_id || ' is attached to a partner who is ' || p.status from attachments t
  join partners p on p.organization_id = t.organization_id and p.id = t.partner_id
  where t.organization_id = money_problems.organization and t.partner_id = any(money_problems.partners)
    and t.closed_at is null and p.status in ('blocked', 'archived')
  union all
  select 'sale ' || due.number || ' is worth ' || coalesce(c.target_kop, 0) || ' and not ' || due.kop from (
    select paid.id, paid.number, paid.is_deal, paid.organization_id, paid.partner_cap_kop,
      least(paid.cap_kop, paid.total_kop) - least(paid.cap_kop, paid.total_kop - paid.kop) as kop
    from (
      select counted.*, sum(counted.kop) over (partition by counted.attachment_id
        order by counted.is_deal desc, counted.paid_on, counted.number) as total_kop
      from (
        select s.id, s.number, s.organization_id, s.attachment_id, s.paid_on, coalesce(s.lead_id = t.lead_id, false) as is_deal,
          r.cap_per_client_kop as cap_kop, r.cap_per_partner_kop as partner_cap_kop,
          case when s.canceled_at is null and not (won.id is not null and won.reward_rule_id is null) and s.ordinal
            <= case when r.event <> 'deal_won' or (r.kind = 'tiered' and r.applies_to = 'first_sale') then 0
              when r.applies_to = 'first_sale' then 1
              when r.applies_to = 'first_sales' then r.applies_to_limit else 1000000 end
          then commission.kop - case when s.refunded_kop > 0
            then round(commission.kop::numeric * s.refunded_kop / s.amount_kop)::bigint else 0 end
          else 0 end as kop
        from attachments t
        join reward_rules r on r.organization_id = t.organization_id and r.id = t.reward_rule_id
        left join leads l on l.organization_id = t.organization_id and l.id = t.lead_id
        cross join lateral (
          select s.*, row_number() over (partition by s.canceled_at is null
            order by coalesce(s.lead_id = t.lead_id, false) desc, s.paid_on, s.number) as ordinal
          from sales s where s.organization_id = t.organization_id and s.attachment_id = t.id and s.refund_of is null) s
        left join claims placed on placed.organization_id = s.organization_id and placed.id = s.id
        left join leads won on won.organization_id = s.organization_id and won.id = s.lead_id
        cross join lateral (
          select expected_commission(r, s.amount_kop, s.vat_kop, coalesce(placed.step_before, 0), s.product,
            case when s.lead_id = t.lead_id then
              (select o.client_is_new from attachments o where o.organization_id = t.organization_id and o.lead_id = t.lead_id
                order by o.created_at, o.id limit 1)
            else t.client_is_new and t.lead_id is null and s.ordinal = 1 end,
            l.link_id,
            case when s.lead_id = t.lead_id then 1 else (
              select 1 + count(*)::int from generate_series(1, 60) n where t.starts_at + make_interval(months => n) < s.paid_on) end) as kop
        ) commission
        where t.organization_id = money_problems.organization and t.partner_id = any(money_problems.partners)) counted) paid) due
  left join claims c on c.organization_id = due.organization_id and c.id = due.id
  where not due.is_deal and coalesce(c.target_kop, 0) <> least(due.kop, coalesce(c.manual_cap_kop, due.kop),
    case when c.cap_before is not null then greatest(0, due.partner_cap_kop - c.cap_before) end)
  union all
  select 'sale ' || s.number || ' has no step of its rule' from claims c
  join sales s on s.organization_id = c.organization_id and s.id = c.sale_id
  join attachments t on t.organization_id = s.organization_id and t.id = s.attachment_id
  join reward_rules r on r.organization_id = t.organization_id and r.id = t.reward_rule_id
  where c.organization_id = money_problems.organization and c.partner_id = any(money_problems.partners) and s.reward_id is not null
    and (c.step_measure, c.step_period) is distinct from (case when r.kind = 'tiered' then r.measure end, case when r.kind = 'tiered' then r.period end)
  union all
  select 'partner ' || capped.partner_id || ' earns ' || sum(capped.target_kop) || ' with a cap of ' || capped.cap_per_partner_kop from (
    select c.*, r.cap_per_partner_kop, r.cap_period from claims c
    left join leads l on l.organization_id = c.organization_id and l.id = c.lead_id
    left join sales s on s.organization_id = c.organization_id and s.id = c.sale_id
    left join attachments t on t.organization_id = s.organization_id and t.id = s.attachment_id
    join reward_rules r on r.organization_id = c.organization_id and r.id = coalesce(l.reward_rule_id, t.reward_rule_id)
    where c.organization_id = money_problems.organization and c.partner_id = any(money_problems.partners)
      and r.cap_per_partner_kop is not null and c.cap_from is not null) capped
  group by capped.partner_id, capped.program_id, capped.cap_per_partner_kop, capped.cap_period, capped.cap_from
  having sum(capped.target_kop) > capped.cap_per_partner_kop or bool_or(capped.cap_period <> 'life'
    and capped.cap_from <> date_trunc(capped.cap_period, capped.counted_on::timestamp)::date)
  union all
  select 'sale ' || s.number || ' leaves ' || sum(a.amount_kop) || ' with a former partner' from a
  join sales s on s.organization_id = a.organization_id and s.id = a.sale_id
  left join attachments t on t.organization_id = s.organization_id and t.id = s.attachment_id
  where a.status <> 'canceled' and a.partner_id is distinct from t.partner_id
  group by s.number, a.partner_id having sum(a.amount_kop) <> 0
  union all
  select 'client ' || c.number || ' does not equal its sales' from clients c
  cross join lateral (
    select count(*) as sales, coalesce(sum(s.amount_kop - s.refunded_kop), 0) as revenue_kop, max(s.paid_on) as last_sale_on
    from sales s where s.organization_id = c.organization_id and s.client_id = c.id and s.refund_of is null and s.canceled_at is null) r
  where c.organization_id = money_problems.organization
    and (c.sales, c.revenue_kop, c.last_sale_on) is distinct from (r.sales::int, r.revenue_kop::bigint, r.last_sale_on)
  union all
  select 'period ' || c.id || ' has ' || coalesce(sum(a.amount_kop), 0) || ' and a target of ' || c.target_kop from period_closes c
  left join a on a.period_close_id = c.id and a.status <> 'canceled'
  where c.organization_id = money_problems.organization and c.partner_id = any(money_problems.partners)
  group by c.id, c.target_kop having coalesce(sum(a.amount_kop), 0) <> c.target_kop
  union all
  -- A period that waits for no close pays the reached step for each deal of its rule; the claims have paid their own steps.
  select 'period ' || c.starts_on || ' is worth ' || c.target_kop || ' and not ' || due.kop from period_closes c
  cross join lateral (
    select coalesce(sum(least(kept.kop, coalesce(k.manual_cap_kop, kept.kop)) - k.target_kop), 0) as kop
    from (
      select k.*, s.vat_kop, s.product, coalesce(s.amount_kop, 0) as paid_kop, coalesce(s.refunded_kop, 0) as refunded_kop,
        count(k.lead_id) filter (where not (coalesce(s.amount_kop, 0) > 0 and s.refunded_kop >= s.amount_kop)) over () as deals,
        coalesce(sum(s.amount_kop - s.refunded_kop) filter (where k.lead_id is null or s.reward_id is null) over (), 0) as turnover
      from claims k
      left join sales s on s.organization_id = k.organization_id and (s.id = k.sale_id or s.lead_id = k.lead_id)
      where k.organization_id = c.organization_id and k.partner_id = c.partner_id and k.program_id = c.program_id
        and k.counted_on >= c.starts_on and k.counted_on < c.next_on) k
    join leads l on l.organization_id = k.organization_id and l.id = k.lead_id
    join reward_rules r on r.organization_id = l.organization_id and r.id = l.reward_rule_id
      and r.mode = 'whole_period' and r.period = c.period
    cross join lateral (
      select expected_commission(r, l.deal_amount_kop, k.vat_kop, case r.measure when 'count' then k.deals else k.turnover end::bigint,
        k.product, true, l.link_id, 1) as kop) commission
    cross join lateral (
      select commission.kop - case when l.status = 'won' and k.refunded_kop > 0
        then round(commission.kop::numeric * k.refunded_kop / k.paid_kop)::bigint else 0 end as kop) kept) due
  where c.organization_id = money_problems.organization and c.partner_id = any(money_problems.partners)
    and c.due_on is null and c.target_kop <> due.kop
  union all
  select 'lead ' || l.number || ' counts on ' || k.counted_on || ' in no period' from claims k
  join l on l.id = k.lead_id
  join reward_rules r on r.organization_id = l.organization_id and r.id = l.reward_rule_id and r.mode = 'whole_period'
  where k.organization_id = money_problems.organization and k.counted_on is not null and not exists (
    select from period_closes c where c.organization_id = k.organization_id and c.partner_id = k.partner_id
      and c.program_id = k.program_id and c.period = r.period and k.counted_on >= c.starts_on and k.counted_on < c.next_on)
  union all
  select '7 accrual ' || a.number || ' is in a payment that is ' || p.status from a join p on p.id = a.payment_id
  where p.status in ('canceled', 'returned')
  union all
  select '9 accrual ' || a.number || ' and its lead, program or payment are not one partner''s' from a
  left join l on l.id = a.lead_id left join p on p.id = a.payment_id
  where (a.lead_id is not null and (l.id is null or l.program_id <> a.program_id))
    or (a.payment_id is not null and p.partner_id is distinct from a.partner_id)
  union all
  select 'balance of ' || coalesce(b.partner_id, r.partner_id) from (
    select partner_id, coalesce(sum(amount_kop) filter (where status = 'hold'), 0) as hold_kop,
      coalesce(sum(amount_kop) filter (where status = 'review'), 0) as review_kop,
      coalesce(sum(amount_kop) filter (where status = 'available'), 0) as available_kop,
      coalesce(sum(amount_kop) filter (where status = 'reserved'), 0) as reserved_kop,
      coalesce(sum(amount_kop) filter (where status = 'paid'), 0) as paid_kop
    from a group by 1) r
  full join (select * from partner_balances
    where organization_id = money_problems.organization and partner_id = any(money_problems.partners)) b on b.partner_id = r.partner_id
  where (b.hold_kop, b.review_kop, b.available_kop, b.reserved_kop, b.paid_kop)
    is distinct from (r.hold_kop, r.review_kop, r.available_kop, r.reserved_kop, r.paid_kop)
  union all
  select 'spending of ' || spent.program_id from spent
  left join program_spending s on s.organization_id = money_problems.organization and s.program_id = spent.program_id
  where s.spent_kop is distinct from spent.kop
  union all
  select 'days of accruals: ' || coalesce(d.status, r.status) from (
    select (a.created_at at time zone o.time_zone)::date as day, a.program_id, a.partner_id, a.kind, a.status,
      count(*) as accruals, sum(a.amount_kop) as amount_kop
    from a join organizations o on o.id = a.organization_id group by 1, 2, 3, 4, 5) r
  full join (select * from accrual_days where organization_id = money_problems.organization
    and partner_id = any(money_problems.partners) and (accruals <> 0 or amount_kop <> 0)) d
    on (d.day, d.partner_id, d.kind, d.status) = (r.day, r.partner_id, r.kind, r.status)
    and coalesce(d.program_id::text, '') = coalesce(r.program_id::text, '')
  where (d.accruals, d.amount_kop) is distinct from (r.accruals, r.amount_kop)
  union all
  select 'days of leads: ' || coalesce(d.status, r.status) from (
    select (l.created_at at time zone o.time_zone)::date as day, l.program_id, l.partner_id, l.source, l.status,
      count(*) as leads, coalesce(sum(l.deal_amount_kop), 0) as deal_kop
    from l join organizations o on o.id = l.organization_id group by 1, 2, 3, 4, 5) r
  full join (select * from lead_days where organization_id = money_problems.organization
    and partner_id = any(money_problems.partners) and (leads <> 0 or deal_kop <> 0)) d
    on (d.day, d.program_id, d.partner_id, d.source, d.status) = (r.day, r.program_id, r.partner_id, r.source, r.status)
  where (d.leads, d.deal_kop) is distinct from (r.leads, r.deal_kop)
  union all
  select 'totals of leads: ' || coalesce(t.status, r.status) from (
    select program_id, partner_id, status, count(*) as leads from l group by 1, 2, 3) r
  full join (select * from lead_totals where organization_id = money_problems.organization
    and partner_id = any(money_problems.partners) and leads <> 0) t
    on (t.program_id, t.partner_id, t.status) = (r.program_id, r.partner_id, r.status)
  where t.leads is distinct from r.leads
  union all
  select '11 payment ' || p.number || ' has other items than accruals' from p
  where (
    select array_agg(item.accrual_id order by item.accrual_id) from (
      select i.accrual_id from payment_items i
      where i.organization_id = p.organization_id and i.payment_id = p.id
      group by i.accrual_id having sum(case when i.is_added then 1 else -1 end) <> 0) item
  ) is distinct from (select array_agg(a.id order by a.id) from a where a.payment_id = p.id)
  union all
  select '12 accrual ' || a.number || ' is ' || a.status || ' and its last move is to ' || coalesce(last.to_status, 'none') from a
  left join lateral (
    select m.to_status, m.payment_id from accrual_moves m
    where m.organization_id = a.organization_id and m.accrual_id = a.id
    order by m.sequence desc limit 1) last on true
  where last.to_status is distinct from a.status
    or case when a.status in ('reserved', 'paid') then last.payment_id end is distinct from a.payment_id
  union all
  select '12 move ' || m.sequence || ' of accrual ' || m.number || ' does not follow the move before it' from (
    select m.*, a.number, a.amount_kop as entry_kop, row_number() over chain as ordinal, lag(m.to_status) over chain as before,
      lag(m.effective_at) over chain as earlier
    from a join accrual_moves m on m.organization_id = a.organization_id and m.accrual_id = a.id
    window chain as (partition by m.accrual_id order by m.sequence)) m
  where m.sequence <> m.ordinal or m.from_status is distinct from m.before or m.effective_at < m.earlier or m.effective_at > m.written_at
    or m.amount_kop <> m.entry_kop
  union all
  select '12 moves of ' || b.partner_id || ' do not add up to its balance' from partner_balances b
  cross join lateral (
    select coalesce(sum(case 'hold' when m.to_status then m.amount_kop when m.from_status then -m.amount_kop end), 0) as hold_kop,
      coalesce(sum(case 'review' when m.to_status then m.amount_kop when m.from_status then -m.amount_kop end), 0) as review_kop,
      coalesce(sum(case 'available' when m.to_status then m.amount_kop when m.from_status then -m.amount_kop end), 0) as available_kop,
      coalesce(sum(case 'reserved' when m.to_status then m.amount_kop when m.from_status then -m.amount_kop end), 0) as reserved_kop,
      coalesce(sum(case 'paid' when m.to_status then m.amount_kop when m.from_status then -m.amount_kop end), 0) as paid_kop
    from accrual_moves m where m.organization_id = b.organization_id and m.partner_id = b.partner_id) moved
  where b.organization_id = money_problems.organization and b.partner_id = any(money_problems.partners)
    and (b.hold_kop, b.review_kop, b.available_kop, b.reserved_kop, b.paid_kop) is distinct from
      (moved.hold_kop, moved.review_kop, moved.available_kop, moved.reserved_kop, moved.paid_kop); end $$`.execute(
    db,
  );

/**
 * Returns one line for every violated invariant of the money of these partners and of their programs, and for every figure that
 * differs from its rows. Reads the tables directly.
 */
export async function findMoneyProblems(db: Db, { organizationId, partners }: Scope): Promise<string[]> {
  const { rows } = await sql<{ problem: string }>`
    select money_problems(${organizationId}, ${partners}) as problem
    union all
    select payout_problems(${organizationId}, ${partners}) as problem`.execute(db);
  return rows.map(({ problem }) => problem);
}

/**
 * Returns the problems, and all columns of paid payments as text, by id: they must never change. One query, because it runs after
 * every step of a hundred thousand histories.
 */
export async function readMoneyState(db: Db, { organizationId, partners }: Scope) {
  const { rows } = await sql<{ id: string | null; problem: string }>`
    select null::uuid as id, problem from money_problems(${organizationId}::uuid, ${partners}::uuid[]) problem
    union all
    select null::uuid as id, problem from payout_problems(${organizationId}::uuid, ${partners}::uuid[]) problem
    union all
    select null::uuid as id, problem from manual_problems(${organizationId}::uuid, ${partners}::uuid[]) problem
    union all
    select p.id, p::text || coalesce((
      select string_agg(a::text, ' ' order by a.id) from accruals a
      where a.organization_id = p.organization_id and a.payment_id = p.id), '') as problem
    from payments p
    where p.organization_id = ${organizationId} and p.partner_id = any(${partners}::uuid[]) and p.status = 'paid'`.execute(
    db,
  );
  return {
    problems: rows.filter(({ id }) => id === null).map(({ problem }) => problem),
    paid: rows.flatMap(({ id, problem }) => (id === null ? [] : [{ id, problem }])),
  };
}

import { sql } from 'kysely';

/** Sales and attachments that differ from their leads, and claims of sales that differ from the commission of their rule. */
export const SALE_PROBLEMS = sql`
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
    and (c.sales, c.revenue_kop, c.last_sale_on) is distinct from (r.sales::int, r.revenue_kop::bigint, r.last_sale_on)`;

/** Closed periods that differ from the steps that their deals reached. */
export const PERIOD_PROBLEMS = sql`
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
      and c.program_id = k.program_id and c.period = r.period and k.counted_on >= c.starts_on and k.counted_on < c.next_on)`;

import { sql } from 'kysely';

/** Payments that differ from their accruals, and rewards of leads that should not exist. */
export const REWARD_PROBLEMS = sql`
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
  where l.reward_rule_id is null and exists (select from a where a.lead_id = l.id and a.status <> 'canceled')`;

/** Claims of leads that differ from the commission of their rule. */
export const LEAD_CLAIM_PROBLEMS = sql`
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
  having sum(a.amount_kop) > coalesce(r.fixed_kop, (r.tiers -> -1 ->> 'fixed_kop')::bigint)`;

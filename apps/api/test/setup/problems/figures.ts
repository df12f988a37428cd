import { sql } from 'kysely';

/** Balances, spending and roll-ups that differ from their rows. */
export const FIGURE_PROBLEMS = sql`
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
  where t.leads is distinct from r.leads`;

/** Payment items and moves of accruals that do not follow each other. */
export const MOVE_PROBLEMS = sql`
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
      (moved.hold_kop, moved.review_kop, moved.available_kop, moved.reserved_kop, moved.paid_kop)`;

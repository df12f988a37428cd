import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';

/** Creates a function that returns violated invariants of partners' registries and of the bank documents of their payments. */
export const createPayoutProblems = (db: Db) =>
  sql`
  create or replace function payout_problems(organization uuid, partners uuid[]) returns setof text language plpgsql as $$
  #variable_conflict use_column
  begin return query
  with
  p as materialized (
    select * from payments where organization_id = payout_problems.organization and partner_id = any(payout_problems.partners)),
  x as materialized (
    select p.id, p.number, p.status, p.amount_kop, p.tax_kop, x.tax_kop as line_tax_kop, p.method, x.registry_id, x.state, r.status as registry,
      r.number as registry_number, x.amount_kop as line_kop, x.method as line_method
    from p
    join registry_payments x on x.organization_id = p.organization_id and x.payment_id = p.id
    join registries r on r.organization_id = x.organization_id and r.id = x.registry_id)
  select 'payment ' || number || ' is in two open registries' as problem from x
  where state in ('open', 'paid') group by number having count(*) > 1
  union all
  select 'registry ' || registry_number || ' is ' || registry || ' and has an open line of payment ' || number from x
  where state = 'open' and registry in ('closed', 'canceled')
  union all
  select 'registry ' || registry_number || ' is ' || registry || ' and has no open line' from x
  where registry in ('approved', 'sent') and not exists (
    select from registry_payments y
    where y.organization_id = payout_problems.organization and y.registry_id = x.registry_id and y.state = 'open')
  union all
  select 'registry ' || registry_number || ' has state ' || state || ' for payment ' || number || ', which is ' || status from x
  where (state = 'paid' and status <> 'paid') or (state = 'returned' and status <> 'returned')
    or (state = 'open' and registry in ('approved', 'sent') and status not in ('approved', 'processing'))
    or (state in ('paid', 'failed') and registry = 'draft')
  union all
  select 'registry ' || registry_number || ' was approved with a different content of payment ' || number from x
  where registry in ('approved', 'sent', 'closed') and state in ('open', 'paid') and (line_kop <> amount_kop or line_tax_kop <> tax_kop
    or (line_method ->> 'kind', line_method ->> 'phone', line_method ->> 'bik', line_method ->> 'account')
      is distinct from (method ->> 'kind', method ->> 'phone', method ->> 'bik', method ->> 'account'))
  union all
  select 'registry of one payment method contains payment ' || x.number || ' of another' from x
  join registries r on r.organization_id = payout_problems.organization and r.id = x.registry_id
  where r.kind <> x.line_method ->> 'kind'
  union all
  select 'document ' || d.number || ' of payment ' || p.number || ' is applied and has no transfer' from p
  join bank_documents d on d.organization_id = p.organization_id and d.payment_id = p.id
  where (d.state = 'applied') <> exists (
    select from transfers t
    cross join lateral (
      select sum(m.amount_kop) as kop from transfer_matches m where m.organization_id = t.organization_id and m.transfer_id = t.id) matched
    where t.organization_id = d.organization_id and t.bank_document_id = d.id
      and t.kind = case when d.is_return then 'returned' else 'sent' end and t.source = 'statement' and t.amount_kop = d.amount_kop and t.value_date = d.day and t.document_number = d.number
      and case when d.is_return then t.amount_kop >= matched.kop else t.amount_kop = matched.kop end)
  union all
  select 'payment ' || p.number || ', which is ' || p.status || ', got ' || moved.kop || ' from the bank and leaves a debt of ' || moved.debt
  from p
  cross join lateral (
    select coalesce((
      select sum(m.amount_kop * case t.kind when 'sent' then 1 when 'returned' then -1 else 0 end)
      from transfer_matches m
      join transfers t on t.organization_id = m.organization_id and t.id = m.transfer_id
      where m.organization_id = p.organization_id and m.payment_id = p.id), 0) as kop, coalesce((
      select sum(m.amount_kop)
      from transfer_matches m
      join transfers t on t.organization_id = m.organization_id and t.id = m.transfer_id and t.kind = 'sent'
      where m.organization_id = p.organization_id and m.payment_id = p.id), 0) as sent, coalesce((
      select -sum(a.amount_kop) from transfer_debts d
      join accruals a on a.organization_id = d.organization_id and a.id = d.accrual_id and a.partner_id = p.partner_id
      where d.organization_id = p.organization_id and d.payment_id = p.id), 0) as debt
  ) moved
  where case p.status
    when 'paid' then moved.kop - moved.debt <> p.amount_kop - p.tax_kop or moved.kop <= 0 or moved.sent < p.amount_kop - p.tax_kop
    when 'canceled' then moved.kop <> moved.debt or moved.kop < 0
    when 'returned' then moved.kop <> moved.debt or moved.kop < 0
    else moved.debt <> 0 or (p.status in ('approved', 'processing') and moved.kop >= p.amount_kop - p.tax_kop)
  end
  union all
  select 'the mark of payment ' || p.number || ' is confirmed by more than the bank transferred' from p
  join transfer_matches m on m.organization_id = p.organization_id and m.payment_id = p.id
  join transfer_matches c on c.organization_id = m.organization_id and c.confirmed_id = m.transfer_id
  group by m.id, p.number, m.amount_kop having sum(c.amount_kop) > m.amount_kop
  union all
  select 'payment ' || number || ' waits for the bank, which has transferred all of it' from p
  where status in ('approved', 'processing', 'failed') and amount_kop - tax_kop <= (
    select coalesce(sum(m.amount_kop * case t.kind when 'sent' then 1 when 'returned' then -1 else 0 end), 0)
    from transfer_matches m
    join transfers t on t.organization_id = m.organization_id and t.id = m.transfer_id
    where m.organization_id = p.organization_id and m.payment_id = p.id)
  union all
  select 'payment ' || p.number || ' differs from its last attempt' from p
  left join lateral (
    select * from payment_attempts sent
    where sent.organization_id = p.organization_id and sent.payment_id = p.id
    order by sent.attempt desc limit 1) t on true
  where p.status in ('approved', 'processing', 'failed', 'paid')
    and (t.amount_kop, t.tax_kop, t.taxes, t.method, t.purpose, t.payee_kind, t.payee_inn, t.approved_at)
      is distinct from (p.amount_kop, p.tax_kop, p.taxes, p.method, p.purpose, p.payee_kind, p.payee_inn, p.approved_at)
  union all
  select 'payment ' || p.number || ' has ' || count(t.attempt) || ' attempts' from p
  left join payment_attempts t on t.organization_id = p.organization_id and t.payment_id = p.id
  group by p.organization_id, p.id, p.number
  having count(t.attempt) filter (where not t.unknown ? 'approved_by') <> (select count(*) from audit_entries e
    where e.organization_id = p.organization_id and e.object_id = p.id and e.action = 'payment.approved'
      and not (e.diff ->> 'from' = 'failed' and not e.diff ? 'approved_at'))
  union all
  select 'payment ' || p.number || ' is ' || p.status || ' and its last attempt is ' || coalesce(t.last_event, 'approved') from p
  cross join lateral (
    select (select nullif(v.event, 'reopened') from payment_attempt_events v
      where v.organization_id = a.organization_id and v.payment_id = a.payment_id and v.attempt = a.attempt
      order by v.sequence desc limit 1) as last_event
    from payment_attempts a
    where a.organization_id = p.organization_id and a.payment_id = p.id
    order by a.attempt desc limit 1) t
  where coalesce(t.last_event, 'approved') <> p.status
    and not (p.status = 'canceled' and t.last_event in ('failed', 'canceled')); end $$`.execute(db);

/** Creates a function that returns the payments that were not marked paid exactly once by a user. Payments inserted in bulk have no such user. */
export const createPaidMarkProblems = (db: Db) =>
  sql`
  create or replace function manual_problems(organization uuid, partners uuid[]) returns setof text language plpgsql as $$
  #variable_conflict use_column
  begin return query
  select 'payment ' || p.number || ' was marked paid by ' || count(a.actor_id) || ' of ' || count(a.id) from payments p
  left join audit_entries a on a.organization_id = p.organization_id and a.object_id = p.id and a.action = 'payment.paid'
  where p.organization_id = manual_problems.organization and p.partner_id = any(manual_problems.partners) and p.status = 'paid'
  group by p.id, p.number having count(a.id) <> 1 or count(a.actor_id) <> 1; end $$`.execute(db);

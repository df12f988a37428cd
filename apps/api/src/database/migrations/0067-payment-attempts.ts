import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions, runDeferredTriggers } from '../functions/index.ts';

/** What went out with each approval of a payment, and what became of it. Existing payments get what their rows and the journal show. */
async function up(db: Kysely<unknown>) {
  await runDeferredTriggers(db);
  // Waits for running transactions, which approve payments without attempts.
  await sql`lock table payments in share row exclusive mode`.execute(db);
  await sql`
    create table payment_attempts (
      organization_id uuid not null,
      payment_id uuid not null,
      attempt int not null check (attempt > 0),
      amount_kop bigint not null,
      tax_kop bigint not null,
      taxes jsonb,
      accrual_ids uuid[],
      method jsonb,
      purpose text,
      payee_kind text check (payee_kind in ('individual', 'self_employed', 'ip', 'legal')),
      payee_inn text,
      approved_at timestamptz not null,
      approved_by uuid,
      request_id text,
      unknown jsonb not null default '{}',
      primary key (organization_id, payment_id, attempt),
      foreign key (organization_id, payment_id) references payments,
      constraint payment_attempts_known check (
        (accrual_ids is not null or unknown ? 'accrual_ids') and (method is not null or unknown ? 'method')
        and (purpose is not null or unknown ? 'purpose') and (payee_kind is not null or unknown ? 'payee_kind')
        and (payee_inn is not null or unknown ? 'payee_inn'))
    )`.execute(db);
  await sql`
    create table payment_attempt_events (
      organization_id uuid not null,
      payment_id uuid not null,
      sequence int not null check (sequence > 0),
      attempt int not null,
      event text not null check (event in ('processing', 'failed', 'reopened', 'paid', 'returned', 'canceled')),
      reason text not null default '',
      paid_on date,
      external_ref text not null default '',
      at timestamptz not null,
      actor_id uuid,
      request_id text,
      primary key (organization_id, payment_id, sequence),
      foreign key (organization_id, payment_id, attempt) references payment_attempts
    )`.execute(db);
  await writeKnownAttempts(db);
  await writeKnownEvents(db);
  await applyFunctions(db, '0067-payment-attempts');
}

/**
 * One attempt for each approval in the journal. The row keeps the values of the last one only. The kind of the payee in an earlier one is
 * that before the next change of the kind in the journal, and the INN counts when it did not change since. `unknown` gives a cause for each
 * other column: `replaced` by a later approval, `changed` later, or `not_recorded`.
 */
const writeKnownAttempts = (db: Kysely<unknown>) =>
  sql`
    with approvals as (
      select payment.organization_id, payment.id, entry.at, entry.actor_id, entry.request_id, entry.diff ->> 'purpose' as purpose,
        (entry.diff ->> 'tax_kop')::bigint as tax_kop, row_number() over (chain order by entry.at, entry.id) as attempt,
        count(*) over chain as attempts
      from payments payment
      join audit_entries entry on entry.organization_id = payment.organization_id and entry.object_kind = 'payment'
        and entry.object_id = payment.id and entry.action = 'payment.approved'
        -- Without frozen values: the bank had paid a failed payment, and nothing went out again.
        and not (entry.diff ->> 'from' = 'failed' and not entry.diff ? 'approved_at')
      window chain as (partition by payment.organization_id, payment.id)
    ), attempts as (
      select approvals.*, attempt = attempts as is_last, true as is_recorded from approvals
      union all
      select organization_id, id, approved_at, null, null, null, null, 1, 1, true, false from payments payment
      where approved_at is not null and not exists (
        select from approvals where approvals.organization_id = payment.organization_id and approvals.id = payment.id)
    ), items as (
      select organization_id, payment_id, array_agg(id order by id) as accrual_ids, sum(amount_kop) as amount_kop
      from accruals where payment_id is not null
      group by organization_id, payment_id
      union all
      -- The accruals that a cancellation has released.
      select move.organization_id, move.payment_id, array_agg(move.accrual_id order by move.accrual_id), sum(move.amount_kop)
      from accrual_moves move
      join payments payment on payment.organization_id = move.organization_id and payment.id = move.payment_id
        and payment.status = 'canceled'
      where move.from_status = 'reserved' and move.to_status = 'available' and move.effective_at >= payment.updated_at
      group by move.organization_id, move.payment_id
    ), changes as (
      select organization_id, object_id as partner_id, id, at, diff -> 'before' as before, diff -> 'changed' as changed
      from audit_entries where object_kind = 'partner' and diff ? 'changed'
    ), known as (
      select attempts.*, payment.amount_kop, items.accrual_ids,
        case when is_last then payment.tax_kop else coalesce(attempts.tax_kop, 0) end as frozen_tax_kop,
        case when is_last then payment.taxes end as taxes,
        case when is_last then payment.method end as method,
        case when is_last then payment.purpose else attempts.purpose end as frozen_purpose,
        case when is_last then payment.payee_kind else coalesce((
          select change.before ->> 'kind' from changes change
          where change.organization_id = payment.organization_id and change.partner_id = payment.partner_id and change.at > attempts.at
            and change.before ? 'kind'
          order by change.at, change.id limit 1), partner.kind) end as payee_kind,
        case when is_last then payment.payee_inn when not exists (
          select from changes change
          where change.organization_id = payment.organization_id and change.partner_id = payment.partner_id and change.at > attempts.at
            and change.changed ? 'inn') then partner.inn end as payee_inn
      from attempts
      join payments payment on payment.organization_id = attempts.organization_id and payment.id = attempts.id
      join partners partner on partner.organization_id = payment.organization_id and partner.id = payment.partner_id
      left join items on items.organization_id = payment.organization_id and items.payment_id = payment.id
        and items.amount_kop = payment.amount_kop
    )
    insert into payment_attempts (organization_id, payment_id, attempt, amount_kop, tax_kop, taxes, accrual_ids, method, purpose, payee_kind,
      payee_inn, approved_at, approved_by, request_id, unknown)
    select organization_id, id, attempt, amount_kop, frozen_tax_kop, taxes, accrual_ids, method, frozen_purpose, payee_kind, payee_inn, at,
      actor_id, request_id,
      jsonb_strip_nulls(jsonb_build_object(
        'accrual_ids', case when accrual_ids is null then 'not_recorded' end,
        'method', case when method is not null then null when is_last then 'not_recorded' else 'replaced' end,
        'taxes', case when not is_last and frozen_tax_kop > 0 then 'replaced' end,
        'purpose', case when frozen_purpose is null then 'not_recorded' end,
        'payee_kind', case when payee_kind is null then 'not_recorded' end,
        'payee_inn', case when payee_inn is null then 'changed' end,
        'approved_by', case when not is_recorded then 'not_recorded' end))
    from known`.execute(db);

/** The events in the journal belong to the last attempt before them. Without an entry, the row shows the last event. */
const writeKnownEvents = (db: Kysely<unknown>) =>
  sql`
    with recorded as (
      select payment.organization_id, payment.id,
        case entry.action when 'payment.approved' then 'reopened' else substr(entry.action, length('payment.') + 1) end as event,
        entry.at, entry.actor_id, entry.request_id, coalesce(entry.diff ->> 'failure_reason', entry.diff ->> 'cancel_reason', '') as reason,
        entry.id as entry_id
      from payments payment
      join audit_entries entry on entry.organization_id = payment.organization_id and entry.object_kind = 'payment'
        and entry.object_id = payment.id
        and (entry.action in ('payment.processing', 'payment.failed', 'payment.paid', 'payment.canceled')
          or (entry.action = 'payment.approved' and entry.diff ->> 'from' = 'failed' and not entry.diff ? 'approved_at'))
    ), known as (
      select * from recorded
      union all
      select organization_id, id, status, coalesce(paid_at, updated_at), null, null,
        case status when 'failed' then failure_reason when 'canceled' then cancel_reason else '' end, null
      from payments payment
      where status in ('processing', 'failed', 'paid', 'canceled') and not exists (
        select from recorded
        where recorded.organization_id = payment.organization_id and recorded.id = payment.id and recorded.event = payment.status)
    )
    insert into payment_attempt_events (organization_id, payment_id, sequence, attempt, event, reason, paid_on, external_ref, at, actor_id,
      request_id)
    select known.organization_id, known.id,
      row_number() over (partition by known.organization_id, known.id order by known.at, known.entry_id), sent.attempt, known.event,
      case known.event when 'reopened' then '' else known.reason end, case known.event when 'paid' then payment.paid_on end,
      case known.event when 'paid' then payment.external_ref else '' end, known.at, known.actor_id, known.request_id
    from known
    join payments payment on payment.organization_id = known.organization_id and payment.id = known.id
    cross join lateral (
      select coalesce(max(attempt.attempt) filter (where attempt.approved_at <= known.at), min(attempt.attempt)) as attempt
      from payment_attempts attempt
      where attempt.organization_id = known.organization_id and attempt.payment_id = known.id
    ) sent
    where sent.attempt is not null`.execute(db);

export const paymentAttempts: Migration = { up };

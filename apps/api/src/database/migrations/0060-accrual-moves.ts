import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions, runDeferredTriggers } from '../functions/index.ts';

/** Every change of the status of an accrual, and the content of payments that follows from them. */
async function up(db: Kysely<unknown>) {
  await runDeferredTriggers(db);
  await sql`lock table accruals, payments in share row exclusive mode`.execute(db);
  await sql`
    create table accrual_moves (
      organization_id uuid not null,
      accrual_id uuid not null,
      sequence int not null,
      partner_id uuid not null,
      program_id uuid,
      payment_id uuid,
      from_status text check (from_status in ('hold', 'review', 'available', 'reserved', 'paid', 'canceled')),
      to_status text not null check (to_status in ('hold', 'review', 'available', 'reserved', 'paid', 'canceled')),
      amount_kop bigint not null,
      cause text not null check (cause in ('created', 'matured', 'changed', 'migrated')),
      effective_at timestamptz not null,
      written_at timestamptz not null,
      actor_id uuid,
      request_id text,
      primary key (organization_id, accrual_id, sequence),
      constraint accrual_moves_first check ((sequence = 1) = (from_status is null)),
      constraint accrual_moves_payment check (
        (payment_id is not null) = (to_status in ('reserved', 'paid') or coalesce(from_status in ('reserved', 'paid'), false)))
    )`.execute(db);
  await writeKnownMoves(db);
  await sql`create index accrual_moves_partner on accrual_moves (organization_id, partner_id, effective_at)`.execute(
    db,
  );
  await sql`
    create index accrual_moves_payment on accrual_moves (organization_id, payment_id) where payment_id is not null`.execute(
    db,
  );
  await sql`
    create view payment_items as
    select organization_id, payment_id, accrual_id, sequence, to_status in ('reserved', 'paid') as is_added, amount_kop, effective_at as at,
      actor_id, request_id
    from accrual_moves
    where payment_id is not null and (from_status is distinct from 'reserved' or to_status <> 'paid')`.execute(
    db,
  );
  await applyFunctions(db, '0060-accrual-moves');
}

/**
 * Writes the moves that follow from the rows and the journal: the creation, reviews and cancellations from the journal, the end of a hold from
 * `hold_until`, and the current payment. Earlier payments that were canceled or edited are unknown: during them an accrual counts as
 * available. The time at which an edit added an accrual to its payment is unknown too: it counts from the creation of the payment.
 */
const writeKnownMoves = (db: Kysely<unknown>) =>
  sql`
    with noted as (
      select accrual.organization_id, accrual.id, accrual.hold_until, case entry.action when 'accrual.create' then 0 else 1 end as place,
        entry.at, case entry.action when 'accrual.create' then entry.diff ->> 'status' else entry.diff ->> 'to' end as status,
        null::uuid as payment_id, entry.actor_id, entry.request_id, entry.id as entry_id
      from accruals accrual
      join audit_entries entry on entry.organization_id = accrual.organization_id and entry.object_kind = 'accrual'
        and entry.object_id = accrual.id
        and entry.action in ('accrual.create', 'accrual.hold', 'accrual.review', 'accrual.available', 'accrual.cancel')
    ), known as (
      select * from noted where status in ('hold', 'review', 'available', 'canceled')
      union all
      -- Without a journal entry, the hold determines the first status.
      select organization_id, id, hold_until, 0, created_at, case when hold_until > created_at then 'hold' else 'available' end, null, null,
        null, null
      from accruals accrual
      where not exists (
        select from noted where noted.organization_id = accrual.organization_id and noted.id = accrual.id and noted.place = 0)
      union all
      select accrual.organization_id, accrual.id, accrual.hold_until, 2,
        least(greatest(payment.created_at, accrual.created_at, accrual.hold_until), accrual.updated_at), 'reserved', payment.id, null, null,
        null
      from accruals accrual
      join payments payment on payment.organization_id = accrual.organization_id and payment.id = accrual.payment_id
      union all
      -- The row itself comes last. It adds no move where the known ones are complete.
      select organization_id, id, hold_until, 3, coalesce(canceled_at, updated_at), status, payment_id, null, null, null from accruals
    ), followed as (
      select known.*, lead(at) over chain as next_at, lead(status) over chain as next_status
      from known
      window chain as (partition by organization_id, id order by (place = 3), at, place, entry_id)
    ), complete as (
      select organization_id, id, place, at, status, payment_id, actor_id, request_id, entry_id from followed
      union all
      -- The end of a hold, which comes before other changes of that moment.
      select organization_id, id, -1, hold_until, 'available', null, null, null, null from followed
      where status = 'hold' and next_status <> 'hold' and hold_until between at and next_at
    ), chained as (
      select complete.*, lag(status) over chain as from_status, lag(payment_id) over chain as from_payment_id,
        max(at) over chain as effective_at, row_number() over chain as position
      from complete
      window chain as (partition by organization_id, id order by (place = 3), at, place, entry_id)
    )
    insert into accrual_moves (organization_id, accrual_id, sequence, partner_id, program_id, payment_id, from_status, to_status, amount_kop,
      cause, effective_at, written_at, actor_id, request_id)
    select move.organization_id, move.id,
      row_number() over (partition by move.organization_id, move.id order by move.position), accrual.partner_id, accrual.program_id,
      coalesce(move.payment_id, move.from_payment_id), move.from_status, move.status, accrual.amount_kop, 'migrated', move.effective_at, now(),
      move.actor_id, move.request_id
    from chained move
    join accruals accrual on accrual.organization_id = move.organization_id and accrual.id = move.id
    where move.from_status is distinct from move.status`.execute(db);

export const accrualMoves: Migration = { up };

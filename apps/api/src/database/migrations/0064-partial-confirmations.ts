import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { runDeferredTriggers } from '../functions/index.ts';

/** Lets several bank documents confirm one manual transfer, and corrects moves of accruals that the upgrade to moves placed too early. */
async function up(db: Kysely<unknown>) {
  await runDeferredTriggers(db);
  await sql`drop index transfer_matches_confirmed`.execute(db);
  await sql`
    create index transfer_matches_confirmed on transfer_matches (organization_id, confirmed_id)
    where confirmed_id is not null`.execute(db);
  await correctReservations(db);
}

/**
 * The upgrade to moves placed the entry of an accrual into its current payment at the creation of the payment, also when the journal knows a
 * review or its end after that. These moves leave the payment and enter it twice. The entry comes after the last known change instead.
 */
async function correctReservations(db: Kysely<unknown>) {
  // A database from before moves has no triggers yet: the last migration creates them.
  await sql`alter table accrual_moves disable trigger user`.execute(db);
  await sql`
    create temporary table corrected_moves on commit drop as
    with affected as (
      select distinct organization_id, accrual_id from accrual_moves
      where cause = 'migrated' and from_status = 'reserved' and to_status not in ('reserved', 'paid')
    ), chain as (
      select move.*, coalesce(move.cause = 'migrated' and move.to_status = 'reserved'
          and lead(move.cause) over following = 'migrated' and lead(move.to_status) over following <> 'paid', false) as is_early,
        max(move.sequence) filter (where move.cause = 'migrated') over of_accrual as last_migrated
      from accrual_moves move
      join affected using (organization_id, accrual_id)
      window of_accrual as (partition by move.organization_id, move.accrual_id), following as (of_accrual order by move.sequence)
    ), entries as (
      -- The corrected entry into the payment, before the last known state.
      select early.*, early.last_migrated * 2 - 1 as position, greatest(early.effective_at, (
        select max(known.effective_at) from chain known
        where known.organization_id = early.organization_id and known.accrual_id = early.accrual_id
          and known.sequence < early.last_migrated)) as entered_at
      from chain early where early.is_early
      union all
      select chain.*, chain.sequence * 2, chain.effective_at from chain
      where not chain.is_early and not (chain.sequence = chain.last_migrated and chain.to_status = 'reserved')
    ), linked as (
      select entries.*, lag(to_status) over chain as before,
        (max(payment_id::text) filter (where is_early) over (partition by organization_id, accrual_id))::uuid as current_payment
      from entries
      window chain as (partition by organization_id, accrual_id order by position)
    )
    select organization_id, accrual_id,
      row_number() over (partition by organization_id, accrual_id order by position)::int as sequence, partner_id, program_id,
      case
        when cause <> 'migrated' then payment_id
        when to_status in ('reserved', 'paid') or before in ('reserved', 'paid') then current_payment
      end as payment_id,
      before as from_status, to_status, amount_kop, cause, entered_at as effective_at, written_at, actor_id, request_id
    from linked
    where before is distinct from to_status`.execute(db);
  await sql`
    delete from accrual_moves move using corrected_moves corrected
    where move.organization_id = corrected.organization_id and move.accrual_id = corrected.accrual_id`.execute(
    db,
  );
  await sql`
    insert into accrual_moves (organization_id, accrual_id, sequence, partner_id, program_id, payment_id, from_status, to_status, amount_kop,
      cause, effective_at, written_at, actor_id, request_id)
    select organization_id, accrual_id, sequence, partner_id, program_id, payment_id, from_status, to_status, amount_kop, cause, effective_at,
      written_at, actor_id, request_id
    from corrected_moves`.execute(db);
  await sql`alter table accrual_moves enable trigger user`.execute(db);
}

export const partialConfirmations: Migration = { up };

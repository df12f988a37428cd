-- Every change of the status or the payment of an accrual is written to `accrual_moves`, in the statement that makes it. The moves of an
-- accrual are derived from its last move and from the new row, so that the last move always equals the row.
--
-- A hold that has ended becomes available at `hold_until`, no matter when the row is written: a change from such a hold has two moves. An
-- accrual that passes to another payment leaves the first one in a move of its own. The times of the moves of an accrual never
-- decrease, also when the clocks of two servers differ. A new accrual counts from `created_at`: an opening balance from its day.
--
-- `app.actor` and `app.request` are set where the money of the partner is locked. The server ends holds, so these moves have no actor.
--
-- A statement can write a hundred thousand rows, with a plan that was cached for one row: a join of the old and the new rows could compare
-- all pairs, a search of the primary key cannot.
create or replace function record_accrual_moves() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  actor constant uuid := nullif(current_setting('app.actor', true), '');
  request constant text := nullif(current_setting('app.request', true), '');
begin
  insert into accrual_moves (organization_id, accrual_id, sequence, partner_id, program_id, payment_id, from_status, to_status, amount_kop,
    cause, effective_at, written_at, actor_id, request_id)
  select accrual.organization_id, accrual.id, coalesce(last.sequence, 0) + move.step, accrual.partner_id, accrual.program_id,
    move.payment_id, move.from_status, move.to_status, accrual.amount_kop, move.cause, greatest(move.at, last.effective_at),
    greatest(accrual.updated_at, last.effective_at), case when move.cause <> 'matured' then actor end, case when move.cause <> 'matured' then request end
  from new_rows accrual
  left join lateral (
    select stored.sequence, stored.to_status as status, stored.effective_at,
      case when stored.to_status in ('reserved', 'paid') then stored.payment_id end as payment_id
    from accrual_moves stored
    where stored.organization_id = accrual.organization_id and stored.accrual_id = accrual.id
    order by stored.sequence desc
    limit 1
  ) last on true
  cross join lateral (
    select coalesce(last.status = 'hold' and accrual.status <> 'hold' and accrual.hold_until <= accrual.updated_at, false) as has_matured,
      coalesce(last.payment_id <> accrual.payment_id, false) as has_other_payment
  ) change
  cross join lateral (
    select change.has_other_payment or (change.has_matured and accrual.status <> 'available') as has_two_moves
  ) path
  cross join lateral (values
    (path.has_two_moves, 1, last.status, 'available', last.payment_id,
      case when change.has_matured then 'matured' else 'changed' end,
      case when change.has_matured then accrual.hold_until else accrual.updated_at end),
    (path.has_two_moves or last.status is distinct from accrual.status, case when path.has_two_moves then 2 else 1 end,
      case when path.has_two_moves then 'available' else last.status end, accrual.status,
      coalesce(accrual.payment_id, case when not path.has_two_moves then last.payment_id end),
      case when last.status is null then 'created' when change.has_matured and not path.has_two_moves then 'matured' else 'changed' end,
      case when last.status is null then accrual.created_at
        when change.has_matured and not path.has_two_moves then accrual.hold_until else accrual.updated_at end)
  ) as move (is_made, step, from_status, to_status, payment_id, cause, at)
  where move.is_made;
  return null;
end $$;

create or replace trigger accruals_moves_insert after insert on accruals
referencing new table as new_rows
for each statement execute function record_accrual_moves();

create or replace trigger accruals_moves_update after update on accruals
referencing new table as new_rows
for each statement execute function record_accrual_moves();

create or replace function refuse_direct_move() returns trigger language plpgsql as $$
begin
  raise exception 'accrual_moves are written by the triggers of accruals' using errcode = 'restrict_violation';
end $$;

create or replace trigger accrual_moves_derived before insert on accrual_moves for each statement
when (pg_trigger_depth() = 0)
execute function refuse_direct_move();

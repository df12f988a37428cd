-- `accrual_days`, `partner_balances` and `program_spending` equal the sums of the accruals after every statement. The changes are also
-- recorded for the figures that are added at commit (add_figures.sql).
create or replace function count_accruals() returns trigger language plpgsql as $$
declare
  changes figure_changes[];
begin
  if tg_op = 'INSERT' then
    changes := array(
      select change::figure_changes
      from (
        select pg_current_xact_id() as tx, 'accrual' as object, accrual.organization_id,
          (accrual.created_at at time zone organization.time_zone)::date as day, accrual.program_id, accrual.kind, accrual.status,
          count(*) as count, sum(accrual.amount_kop) as amount, 0 as reward_kop, accrual.partner_id
        from new_rows accrual
        join organizations organization on organization.id = accrual.organization_id
        group by accrual.organization_id, day, accrual.program_id, accrual.kind, accrual.status, accrual.partner_id
      ) change
    );
  else
    changes := array(
      select change::figure_changes
      from (
        select pg_current_xact_id() as tx, 'accrual' as object, accrual.organization_id,
          (accrual.created_at at time zone organization.time_zone)::date as day, accrual.program_id, accrual.kind, accrual.status,
          sum(accrual.sign) as count, sum(accrual.sign * accrual.amount_kop) as amount, 0 as reward_kop, accrual.partner_id
        from (
          select 1 as sign, added.* from new_rows added
          union all
          select -1 as sign, removed.* from old_rows removed
        ) accrual
        join organizations organization on organization.id = accrual.organization_id
        group by accrual.organization_id, day, accrual.program_id, accrual.kind, accrual.status, accrual.partner_id
      ) change
      where change.count <> 0 or change.amount <> 0
    );
  end if;

  insert into accrual_days as stored (organization_id, day, program_id, partner_id, kind, status, accruals, amount_kop)
  select change.organization_id, change.day, change.program_id, change.partner_id, change.kind, change.status, change.count,
    change.amount
  from unnest(changes) change
  order by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, day, program_id, partner_id, kind, status) do update
  set accruals = stored.accruals + excluded.accruals, amount_kop = stored.amount_kop + excluded.amount_kop;

  insert into partner_balances as stored
    (organization_id, partner_id, hold_kop, review_kop, available_kop, reserved_kop, paid_kop, available_accruals)
  select change.organization_id, change.partner_id,
    coalesce(sum(change.amount) filter (where change.status = 'hold'), 0),
    coalesce(sum(change.amount) filter (where change.status = 'review'), 0),
    coalesce(sum(change.amount) filter (where change.status = 'available'), 0),
    coalesce(sum(change.amount) filter (where change.status = 'reserved'), 0),
    coalesce(sum(change.amount) filter (where change.status = 'paid'), 0),
    coalesce(sum(change.count) filter (where change.status = 'available'), 0)
  from unnest(changes) change
  group by 1, 2 order by 1, 2
  on conflict (organization_id, partner_id) do update
  set hold_kop = stored.hold_kop + excluded.hold_kop,
    review_kop = stored.review_kop + excluded.review_kop,
    available_kop = stored.available_kop + excluded.available_kop,
    reserved_kop = stored.reserved_kop + excluded.reserved_kop,
    paid_kop = stored.paid_kop + excluded.paid_kop,
    available_accruals = stored.available_accruals + excluded.available_accruals;

  insert into program_spending as stored (organization_id, program_id, spent_kop)
  select change.organization_id, change.program_id, sum(change.amount)
  from unnest(changes) change
  where change.program_id is not null and change.status <> 'canceled'
  group by 1, 2 having sum(change.amount) <> 0 order by 1, 2
  on conflict (organization_id, program_id) do update
  set spent_kop = stored.spent_kop + excluded.spent_kop;

  insert into figure_changes select * from unnest(changes);
  if found then insert into figure_commits default values on conflict do nothing; end if;
  return null;
end $$;

create or replace trigger accruals_counted_insert after insert on accruals
referencing new table as new_rows
for each statement execute function count_accruals();

create or replace trigger accruals_counted_update after update on accruals
referencing old table as old_rows new table as new_rows
for each statement execute function count_accruals();

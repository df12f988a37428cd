-- At commit the corrections of a closed period that are not canceled add up to its target.
create or replace function check_period_sum() returns trigger language plpgsql as $$
declare
  close_id uuid;
begin
  if tg_table_name = 'accruals' then close_id := new.period_close_id; else close_id := new.id; end if;
  if exists (
    select from period_closes closed
    where closed.organization_id = new.organization_id and closed.id = close_id and closed.target_kop <> (
      select coalesce(sum(accrual.amount_kop), 0) from accruals accrual
      where accrual.organization_id = closed.organization_id and accrual.period_close_id = closed.id
        and accrual.status <> 'canceled'
    )
  ) then
    raise exception 'a closed period does not add up' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

drop trigger if exists period_closes_sum on period_closes;
create constraint trigger period_closes_sum after insert or update of target_kop on period_closes
deferrable initially deferred for each row execute function check_period_sum();

drop trigger if exists accruals_period_sum on accruals;
create constraint trigger accruals_period_sum after insert on accruals
deferrable initially deferred for each row
when (new.period_close_id is not null)
execute function check_period_sum();

drop trigger if exists accruals_period_sum_canceled on accruals;
create constraint trigger accruals_period_sum_canceled after update of status on accruals
deferrable initially deferred for each row
when (new.period_close_id is not null and new.status = 'canceled')
execute function check_period_sum();

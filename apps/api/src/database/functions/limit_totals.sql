-- Totals of money stay below what JavaScript represents exactly (2^53), with a reserve for concurrent transactions. Every change of money
-- changes these totals. A total that is already too large may decrease.
create or replace function limit_partner_balance() returns trigger language plpgsql as $$
declare
  max_kop constant bigint := 8000000000000000;
  size_kop constant bigint := abs(new.hold_kop) + abs(new.review_kop) + abs(new.available_kop) + abs(new.reserved_kop)
    + abs(new.paid_kop);
begin
  if size_kop <= max_kop then return null; end if;
  if tg_op = 'UPDATE' and size_kop <= abs(old.hold_kop) + abs(old.review_kop) + abs(old.available_kop) + abs(old.reserved_kop)
    + abs(old.paid_kop) then return null; end if;
  raise exception 'a total of money is too large' using errcode = 'check_violation', constraint = 'total_kop';
end $$;

create or replace trigger partner_balances_limit after insert or update on partner_balances
for each row execute function limit_partner_balance();

-- The totals of an organization are updated at commit (add_figures.sql), where `figure_changes` still has the changes of the transaction.
-- Moving an amount to another status is not growth.
create or replace function limit_organization_rewards() returns trigger language plpgsql as $$
declare
  max_kop constant bigint := 8000000000000000;
begin
  if tg_op = 'UPDATE' and abs(new.amount_kop) <= abs(old.amount_kop) then return null; end if;
  if (
    select sum(abs(total.amount_kop)) from organization_accrual_days total
    where total.organization_id = new.organization_id and total.day is null
  ) > max_kop and (
    select sum(abs(total.amount_kop) - abs(total.amount_kop - change.amount))
    from (
      select organization_id, program_id, kind, status, sum(amount) as amount
      from figure_changes
      where tx = pg_current_xact_id() and object = 'accrual' and organization_id = new.organization_id
      group by 1, 2, 3, 4
    ) change
    join organization_accrual_days total on total.organization_id = change.organization_id and total.day is null
      and total.program_id is not distinct from change.program_id and total.kind = change.kind and total.status = change.status
  ) > 0 then
    raise exception 'a total of money is too large' using errcode = 'check_violation', constraint = 'total_kop';
  end if;
  return null;
end $$;

create or replace trigger organization_accrual_days_limit after insert or update on organization_accrual_days
for each row when (new.day is null)
execute function limit_organization_rewards();

-- Deals and rewards of leads, each by itself.
create or replace function limit_organization_deals() returns trigger language plpgsql as $$
declare
  max_kop constant bigint := 8000000000000000;
begin
  if tg_op = 'UPDATE' and new.deal_kop <= old.deal_kop and new.reward_kop <= old.reward_kop then return null; end if;
  if exists (
    select
    from (
      select sum(deal_kop) as deal_kop, sum(reward_kop) as reward_kop
      from organization_lead_days
      where organization_id = new.organization_id and day is null
    ) total
    cross join (
      select sum(amount) as deal_kop, sum(reward_kop) as reward_kop
      from figure_changes
      where tx = pg_current_xact_id() and object = 'lead' and organization_id = new.organization_id
    ) change
    where (total.deal_kop > max_kop and change.deal_kop > 0) or (total.reward_kop > max_kop and change.reward_kop > 0)
  ) then
    raise exception 'a total of money is too large' using errcode = 'check_violation', constraint = 'total_kop';
  end if;
  return null;
end $$;

create or replace trigger organization_lead_days_limit after insert or update on organization_lead_days
for each row when (new.day is null)
execute function limit_organization_deals();

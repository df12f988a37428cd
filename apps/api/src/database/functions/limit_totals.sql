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

create or replace function limit_organization_rewards() returns trigger language plpgsql as $$
declare
  max_kop constant bigint := 8000000000000000;
begin
  if tg_op = 'UPDATE' and abs(new.amount_kop) <= abs(old.amount_kop) then return null; end if;
  if (
    select sum(abs(total.amount_kop)) from organization_accrual_days total
    where total.organization_id = new.organization_id and total.day is null
  ) > max_kop then
    raise exception 'a total of money is too large' using errcode = 'check_violation', constraint = 'total_kop';
  end if;
  return null;
end $$;

create or replace trigger organization_accrual_days_limit after insert or update on organization_accrual_days
for each row when (new.day is null)
execute function limit_organization_rewards();

-- Rounding does not matter for deals, so their limit is that of `bigint`, with the same reserve.
create or replace function limit_organization_deals() returns trigger language plpgsql as $$
declare
  max_kop constant bigint := 1000000000000000000;
begin
  if tg_op = 'UPDATE' and new.deal_kop + new.reward_kop <= old.deal_kop + old.reward_kop then return null; end if;
  if (
    select sum(total.deal_kop + total.reward_kop) from organization_lead_days total
    where total.organization_id = new.organization_id and total.day is null
  ) > max_kop then
    raise exception 'a total of money is too large' using errcode = 'check_violation', constraint = 'total_kop';
  end if;
  return null;
end $$;

create or replace trigger organization_lead_days_limit after insert or update on organization_lead_days
for each row when (new.day is null)
execute function limit_organization_deals();

-- At commit the accruals of a claim that are not canceled add up to its target.
create or replace function check_claim_sum() returns trigger language plpgsql as $$
begin
  if exists (
    select from claims claim
    where claim.organization_id = new.organization_id and claim.id = coalesce(new.lead_id, new.sale_id) and claim.target_kop <> (
      select coalesce(sum(accrual.amount_kop), 0) from accruals accrual
      where accrual.organization_id = claim.organization_id and accrual.claim_id = claim.id
        and accrual.status <> 'canceled'
    )
  ) then
    raise exception 'a claim does not add up' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

drop trigger if exists claims_sum on claims;
create constraint trigger claims_sum after insert or update of target_kop on claims
deferrable initially deferred for each row execute function check_claim_sum();

-- Only a new accrual and a cancellation change the sum, so that a payment of many accruals does not run the function for each of them.
drop trigger if exists accruals_claim_sum on accruals;
create constraint trigger accruals_claim_sum after insert on accruals
deferrable initially deferred for each row
when (new.claim_id is not null)
execute function check_claim_sum();

drop trigger if exists accruals_claim_sum_canceled on accruals;
create constraint trigger accruals_claim_sum_canceled after update of status on accruals
deferrable initially deferred for each row
when (new.claim_id is not null and new.status = 'canceled')
execute function check_claim_sum();

-- At commit a payment is the sum of its accruals: all of them are paid when it is paid, none when it is not, and a canceled or returned
-- payment has none. It has a number and a purpose.
--
-- A payment is paid when the sent transfers cover it. The difference to what the bank kept, which is sent minus returned, is a debt of the
-- partner, or of the organization after a partial return; `transfer_debts` lists it. A payment is returned when the bank returned everything.
--
-- Statements record the payments that they change in `payment_checks`, so that each is summed once per transaction. A record has the id of
-- its transaction: one left by another transaction does not suppress the check.
create or replace function check_payment_sum() returns trigger language plpgsql as $$
begin
  if exists (
    select from payments payment
    cross join lateral (
      select coalesce(sum(accrual.amount_kop), 0) as sum_kop, count(*) as accruals,
        count(*) filter (where accrual.status = 'paid') as paid_accruals
      from accruals accrual
      where accrual.organization_id = payment.organization_id and accrual.payment_id = payment.id
    ) content
    where payment.organization_id = new.organization_id and payment.id = new.payment_id
      and case payment.status
        when 'canceled' then content.accruals > 0
        when 'returned' then content.accruals > 0
        when 'paid' then content.sum_kop <> payment.amount_kop or content.paid_accruals <> content.accruals
        else content.sum_kop <> payment.amount_kop or content.paid_accruals > 0
      end
  ) then
    raise exception 'a payment does not add up' using errcode = 'restrict_violation';
  end if;
  if exists (
    select from payments payment
    where payment.organization_id = new.organization_id and payment.id = new.payment_id
      and (payment.number is null or payment.purpose is null)
  ) then
    raise exception 'a payment has no number or no purpose' using errcode = 'restrict_violation';
  end if;
  if exists (
    select from payments payment
    cross join lateral (
      select coalesce(sum(matched.amount_kop) filter (where transfer.kind = 'sent'), 0) as sent_kop,
        coalesce(sum(matched.amount_kop) filter (where transfer.kind = 'returned'), 0) as returned_kop,
        case payment.status when 'paid' then payment.amount_kop - payment.tax_kop else 0 end as due_kop
      from transfer_matches matched
      join transfers transfer on transfer.organization_id = matched.organization_id and transfer.id = matched.transfer_id
      where matched.organization_id = payment.organization_id and matched.payment_id = payment.id
    ) moved
    cross join lateral (
      select coalesce(-sum(accrual.amount_kop), 0) as debt_kop
      from transfer_debts debt
      join accruals accrual on accrual.organization_id = debt.organization_id and accrual.id = debt.accrual_id
      where debt.organization_id = payment.organization_id and debt.payment_id = payment.id
    ) owed
    where payment.organization_id = new.organization_id and payment.id = new.payment_id
      and (
        moved.sent_kop < moved.returned_kop
        or payment.status = 'paid' and (moved.sent_kop < moved.due_kop or moved.sent_kop = moved.returned_kop)
        or payment.status in ('paid', 'canceled', 'returned')
          and moved.sent_kop - moved.returned_kop - moved.due_kop <> owed.debt_kop
      )
  ) then
    raise exception 'the transfers of a payment do not add up' using errcode = 'restrict_violation';
  end if;
  delete from payment_checks done
  where done.organization_id = new.organization_id and done.payment_id = new.payment_id and done.tx = new.tx;
  return null;
end $$;

drop trigger if exists payment_checks_at_commit on payment_checks;
create constraint trigger payment_checks_at_commit after insert on payment_checks
deferrable initially deferred for each row execute function check_payment_sum();

create or replace function require_payment_check() returns trigger language plpgsql as $$
begin
  insert into payment_checks (organization_id, payment_id)
  select payment.organization_id, payment.id from new_rows payment
  on conflict do nothing;
  return null;
end $$;

create or replace trigger payments_check_insert after insert on payments
referencing new table as new_rows
for each statement execute function require_payment_check();

create or replace trigger payments_check_update after update on payments
referencing new table as new_rows
for each statement execute function require_payment_check();

create or replace function require_payment_check_of_accruals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_checks (organization_id, payment_id)
    select distinct accrual.organization_id, accrual.payment_id from new_rows accrual
    where accrual.payment_id is not null
    on conflict do nothing;
  else
    insert into payment_checks (organization_id, payment_id)
    select accrual.organization_id, accrual.payment_id from new_rows accrual where accrual.payment_id is not null
    union
    select accrual.organization_id, accrual.payment_id from old_rows accrual where accrual.payment_id is not null
    on conflict do nothing;
  end if;
  return null;
end $$;

create or replace trigger accruals_payment_check_insert after insert on accruals
referencing new table as new_rows
for each statement execute function require_payment_check_of_accruals();

create or replace trigger accruals_payment_check_update after update on accruals
referencing old table as old_rows new table as new_rows
for each statement execute function require_payment_check_of_accruals();

create or replace function require_payment_check_of_transfers() returns trigger language plpgsql as $$
begin
  insert into payment_checks (organization_id, payment_id)
  select distinct added.organization_id, added.payment_id from new_rows added
  where added.payment_id is not null
  on conflict do nothing;
  return null;
end $$;

create or replace trigger transfer_matches_payment_check after insert on transfer_matches
referencing new table as new_rows
for each statement execute function require_payment_check_of_transfers();

create or replace trigger transfer_debts_payment_check after insert on transfer_debts
referencing new table as new_rows
for each statement execute function require_payment_check_of_transfers();

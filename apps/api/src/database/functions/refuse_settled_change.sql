-- Accruals and payments are never deleted and never change once they are paid or canceled. Their partner and number never change. The
-- amount of an accrual never changes; the amount of a payment changes only before its approval.
create or replace function refuse_settled_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.status in ('paid', 'canceled') then
    raise exception '% are kept in their last state', tg_table_name using errcode = 'restrict_violation';
  end if;
  raise exception 'the amount, partner and number of % are settled', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger accruals_settled before update on accruals for each row
when (
  old.status in ('paid', 'canceled')
  or new.partner_id <> old.partner_id
  or new.number <> old.number
  or new.amount_kop <> old.amount_kop
)
execute function refuse_settled_change();

create or replace trigger accruals_not_deleted before delete on accruals
for each row execute function refuse_settled_change();

create or replace trigger payments_settled before update on payments for each row
when (
  old.status in ('paid', 'canceled')
  or new.partner_id <> old.partner_id
  or new.number <> old.number
  or (new.amount_kop <> old.amount_kop and old.status not in ('requested', 'draft'))
)
execute function refuse_settled_change();

create or replace trigger payments_not_deleted before delete on payments
for each row execute function refuse_settled_change();

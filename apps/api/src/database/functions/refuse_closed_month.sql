-- The figures of a closed month never change: no move, transfer, payment, return or act is added to it. The day of the bank in
-- `transfers.value_date` stays a fact of the bank; the payment or its return counts on the first open day.
--
-- The lock makes the closing of a month wait for running transactions. A hold that ended in a closed month counts as available since then,
-- whether its move is written or not.
create or replace function refuse_closed_month() returns trigger language plpgsql as $$
declare
  is_closed boolean;
begin
  perform from organizations where id in (select organization_id from new_rows) for key share;
  case tg_table_name
    when 'accrual_moves' then
      is_closed := exists (
        select from new_rows move join closed_periods closed using (organization_id)
        where move.effective_at < closed.ended_at and move.cause not in ('matured', 'migrated'));
    when 'transfers' then
      is_closed := exists (
        select from new_rows transfer join closed_periods closed using (organization_id) where transfer.entered_at < closed.ended_at);
    when 'payments' then
      is_closed := exists (
        select from new_rows payment join closed_periods closed using (organization_id)
        where case payment.status when 'paid' then payment.paid_on when 'returned' then payment.returned_on end <= closed.closed_through);
    when 'acts' then
      is_closed := exists (
        select from new_rows act join closed_periods closed using (organization_id)
        where act.month <= to_char(closed.closed_through, 'YYYY-MM') and (tg_op = 'INSERT' or act.status = 'replaced'));
  end case;
  if is_closed then
    raise exception 'the month of new rows of % is closed', tg_table_name using errcode = 'restrict_violation', constraint = 'closed_month';
  end if;
  return null;
end $$;

create or replace trigger accrual_moves_closed_month after insert on accrual_moves
referencing new table as new_rows
for each statement execute function refuse_closed_month();

create or replace trigger transfers_closed_month after insert on transfers
referencing new table as new_rows
for each statement execute function refuse_closed_month();

create or replace trigger payments_closed_month_insert after insert on payments
referencing new table as new_rows
for each statement execute function refuse_closed_month();

create or replace trigger payments_closed_month_update after update on payments
referencing new table as new_rows
for each statement execute function refuse_closed_month();

create or replace trigger acts_closed_month_insert after insert on acts
referencing new table as new_rows
for each statement execute function refuse_closed_month();

create or replace trigger acts_closed_month_update after update on acts
referencing new table as new_rows
for each statement execute function refuse_closed_month();

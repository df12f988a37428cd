-- Accruals and payments are never deleted and never change once they are paid, canceled or returned. The exception is a return by the bank:
-- the payment becomes returned and its accruals become available, and nothing else in these rows changes. Their partner and number never
-- change. The amount of an accrual never changes; the amount of a payment changes only before its approval.
create or replace function refuse_settled_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.status in ('paid', 'canceled', 'returned') then
    raise exception '% are kept in their last state', tg_table_name using errcode = 'restrict_violation';
  end if;
  raise exception 'the amount, partner and number of % are settled', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger accruals_settled before update on accruals for each row
when (
  (old.status in ('paid', 'canceled') and not (
    old.status = 'paid' and new.status = 'available' and new.payment_id is null
    -- A comparison of whole rows is not possible: `claim_id` is generated.
    and
      (new.organization_id, new.id, new.number, new.partner_id, new.program_id, new.lead_id, new.sale_id, new.period_close_id, new.reward_id, new.kind,
        new.amount_kop, new.explanation, new.comment, new.review_reason, new.hold_until, new.created_by, new.created_at, new.canceled_at)
      is not distinct from
      (old.organization_id, old.id, old.number, old.partner_id, old.program_id, old.lead_id, old.sale_id, old.period_close_id, old.reward_id, old.kind,
        old.amount_kop, old.explanation, old.comment, old.review_reason, old.hold_until, old.created_by, old.created_at, old.canceled_at)
  ))
  or new.partner_id <> old.partner_id
  or new.number <> old.number
  or new.amount_kop <> old.amount_kop
)
execute function refuse_settled_change();

create or replace trigger accruals_not_deleted before delete on accruals
for each row execute function refuse_settled_change();

create or replace trigger payments_settled before update on payments for each row
when (
  (old.status in ('paid', 'canceled', 'returned') and not (
    old.status = 'paid' and new.status = 'returned'
    -- A comparison of whole rows is not possible: `tax_kop` is generated.
    and
      (new.organization_id, new.id, new.number, new.partner_id, new.amount_kop, new.purpose, new.method, new.taxes, new.payee_kind, new.payee_inn,
        new.requested, new.is_final, new.created_by, new.formed_by, new.changed_by, new.created_at, new.approved_at, new.paid_at, new.paid_on,
        new.external_ref, new.failure_reason, new.cancel_reason)
      is not distinct from
      (old.organization_id, old.id, old.number, old.partner_id, old.amount_kop, old.purpose, old.method, old.taxes, old.payee_kind, old.payee_inn,
        old.requested, old.is_final, old.created_by, old.formed_by, old.changed_by, old.created_at, old.approved_at, old.paid_at, old.paid_on,
        old.external_ref, old.failure_reason, old.cancel_reason)
  ))
  or new.partner_id <> old.partner_id
  or new.number <> old.number
  or (new.amount_kop <> old.amount_kop and old.status not in ('requested', 'draft'))
)
execute function refuse_settled_change();

create or replace trigger payments_not_deleted before delete on payments
for each row execute function refuse_settled_change();

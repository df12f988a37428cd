-- A status changes only as the life cycle of its table allows. The conditions are in the triggers, so that a permitted change calls no
-- function.
create or replace function refuse_transition() returns trigger language plpgsql as $$
begin
  raise exception '%: % cannot become %', tg_table_name, old.status, new.status using errcode = 'restrict_violation';
end $$;

-- A hold that has ended may be reserved directly, so that a payment of many accruals writes each of them once.
create or replace trigger accruals_transition before update on accruals for each row
when (
  old.status <> new.status
  and old.status || '>' || new.status not in (
    'hold>available', 'hold>review', 'hold>canceled',
    'review>hold', 'review>available', 'review>canceled',
    'available>reserved', 'available>review', 'available>canceled',
    'reserved>paid', 'reserved>available',
    'paid>available'
  )
  and not (old.status = 'hold' and new.status = 'reserved' and old.hold_until <= new.updated_at)
)
execute function refuse_transition();

create or replace trigger payments_transition before update on payments for each row
when (
  old.status <> new.status
  and old.status || '>' || new.status not in (
    'requested>draft', 'requested>canceled',
    'draft>approved', 'draft>canceled',
    'approved>processing', 'approved>paid', 'approved>canceled',
    'processing>paid', 'processing>failed',
    'failed>approved', 'failed>canceled',
    'paid>returned'
  )
)
execute function refuse_transition();

create or replace trigger registries_transition before update on registries for each row
when (
  old.status <> new.status
  and old.status || '>' || new.status not in (
    'draft>approved', 'draft>canceled',
    'approved>sent', 'approved>closed', 'approved>canceled',
    'sent>closed'
  )
)
execute function refuse_transition();

create or replace trigger acts_transition before update on acts for each row
when (
  old.status <> new.status
  and old.status || '>' || new.status not in (
    'issued>confirmed', 'issued>objected', 'issued>replaced', 'issued>annulled',
    'confirmed>replaced', 'confirmed>annulled',
    'objected>replaced', 'objected>annulled'
  )
)
execute function refuse_transition();

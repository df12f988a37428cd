-- The taxes of a payment are set by its approval only.
create or replace function refuse_tax_change() returns trigger language plpgsql as $$
begin
  raise exception 'the taxes of a payment are settled' using errcode = 'restrict_violation';
end $$;

create or replace trigger payments_taxes_settled before update on payments for each row
when (
  old.taxes is distinct from new.taxes
  and (new.status <> 'approved' or old.status not in ('draft', 'failed'))
)
execute function refuse_tax_change();

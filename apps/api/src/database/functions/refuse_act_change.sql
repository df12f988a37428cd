-- An act is never deleted, and its content never changes. Only its status and the response of the partner do.
create or replace function refuse_act_change() returns trigger language plpgsql as $$
begin
  raise exception 'the content of an act is immutable' using errcode = 'restrict_violation';
end $$;

create or replace trigger acts_immutable before update on acts for each row
when (
  (new.organization_id, new.id, new.number, new.partner_id, new.month, new.title, new.amount_kop, new.tax_kop, new.content, new.created_at)
  is distinct from
  (old.organization_id, old.id, old.number, old.partner_id, old.month, old.title, old.amount_kop, old.tax_kop, old.content, old.created_at)
)
execute function refuse_act_change();

create or replace trigger acts_not_deleted before delete on acts
for each row execute function refuse_act_change();

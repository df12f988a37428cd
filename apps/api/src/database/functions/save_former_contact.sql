-- Former phones and emails of users and partners are kept, so that a lead with one of them is still recognized as a self-referral.
create or replace function save_former_contact() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    insert into former_contacts (user_id, phone, email_key)
    values (old.id, old.phone, lower(coalesce(old.email, '')));
  else
    insert into former_contacts (organization_id, partner_id, phone, email_key)
    values (old.organization_id, old.id, old.phone, lower(old.email));
  end if;
  return null;
end $$;

create or replace trigger users_former_contacts after update of phone, email on users for each row
when (old.phone is distinct from new.phone or old.email is distinct from new.email)
execute function save_former_contact();

create or replace trigger partners_former_contacts after update of phone, email on partners for each row
when (old.phone is distinct from new.phone or old.email is distinct from new.email)
execute function save_former_contact();

-- Every program has a join code: the start of a hash of its id.
create or replace function set_join_code() returns trigger language plpgsql as $$
begin
  new.join_code := coalesce(new.join_code, left(md5(new.id::text), 12));
  return new;
end $$;

create or replace trigger programs_join_code before insert on programs
for each row execute function set_join_code();

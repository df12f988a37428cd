-- Kept files never change. Their content can be erased three years after the last download.
create or replace function refuse_file_change() returns trigger language plpgsql as $$
begin
  if old.content is not null and new.content is null
    and (new.organization_id, new.id, new.sha256, new.kept_at) = (old.organization_id, old.id, old.sha256, old.kept_at)
    and new.erased_at >= (
      select max(download.at) + interval '3 years' from file_downloads download
      where download.organization_id = old.organization_id and download.file_id = old.id)
  then
    return new;
  end if;
  raise exception 'kept files never change' using errcode = 'restrict_violation';
end $$;

create or replace trigger kept_files_change before update on kept_files
for each row execute function refuse_file_change();

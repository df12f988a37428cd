-- The partitions of visits. The role of the application owns no tables, so these functions run with the rights of the owner.
create or replace function make_visit_month(name text, from_time timestamptz, to_time timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  grantee text;
begin
  if name !~ '^clicks_\d{4}_\d\d$' then raise exception '% is no month of visits', name; end if;
  execute format('create table %I (like clicks including constraints)', name);
  -- Moves visits that were stored before the partition was created.
  execute format('with moved as (delete from clicks_rest where at >= %L and at < %L returning *) insert into %I select * from moved',
    from_time, to_time, name);
  execute format('alter table clicks attach partition %I for values from (%L) to (%L)', name, from_time, to_time);
  for grantee in
    select distinct privilege.grantee::regrole::text
    from pg_class relation cross join aclexplode(relation.relacl) privilege
    where relation.oid = 'clicks'::regclass and privilege.grantee not in (0, relation.relowner)
  loop
    execute format('grant select, insert, update, delete on %I to %s', name, grantee);
  end loop;
end $$;

-- Drops a month. Visits with leads move to `clicks_rest`.
create or replace function drop_visit_month(name text) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if name !~ '^clicks_\d{4}_\d\d$' then raise exception '% is no month of visits', name; end if;
  execute format('alter table clicks detach partition %I', name);
  execute format('insert into clicks_rest select visit.* from %I visit where exists (
    select from leads lead where lead.organization_id = visit.organization_id and lead.click_id = visit.id)', name);
  execute format('drop table %I', name);
end $$;

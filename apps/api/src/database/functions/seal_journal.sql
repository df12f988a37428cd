-- Entries of the journal wait in `journal_queue` until the job `seal-journal` adds them to the chain of their organization.
create or replace function queue_journal_entries() returns trigger language plpgsql as $$
begin
  insert into journal_queue (organization_id, at, entry_id) select organization_id, at, id from new_rows;
  return null;
end $$;

create or replace trigger audit_entries_queued after insert on audit_entries
referencing new table as new_rows
for each statement execute function queue_journal_entries();

create or replace trigger lead_events_queued after insert on lead_events
referencing new table as new_rows
for each statement execute function queue_journal_entries();

-- Digest of the values of a personal field. Without the salt, a short value such as a phone cannot be found by trial.
create or replace function journal_digest(salt bytea, before_value text, after_value text) returns text language sql stable as $$
  select encode(sha256(salt || convert_to(jsonb_build_array(before_value, after_value)::text, 'UTF8')), 'hex')
$$;

create or replace function journal_hash(previous bytea, facts text, digests jsonb) returns bytea language sql stable as $$
  select sha256(coalesce(previous, ''::bytea) || sha256(convert_to(facts, 'UTF8')) || sha256(convert_to(digests::text, 'UTF8')))
$$;

-- Adds up to `most` waiting entries to the chains and returns their number. Another call at the same time returns 0.
create or replace function seal_journal(most int) returns int language plpgsql as $$
declare
  entry record;
  previous record;
  entry_digests jsonb;
  sealed int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('journal_seals')) then return 0; end if;
  for entry in
    select waiting.organization_id, waiting.at, waiting.entry_id, coalesce(written.facts, '') as facts
    from (select * from journal_queue order by organization_id, at, entry_id limit most) waiting
    -- The limit keeps the search by id: a plan for a join may compute the text of every entry in every batch.
    left join lateral (
      select journal_entries.facts from journal_entries
      where journal_entries.organization_id = waiting.organization_id and journal_entries.id = waiting.entry_id
      limit 1
    ) written on true
    order by waiting.organization_id, waiting.at, waiting.entry_id
  loop
    select sequence, hash into previous from journal_seals
    where organization_id = entry.organization_id order by sequence desc limit 1;
    select coalesce(jsonb_object_agg(field, journal_digest(salt, before_value, after_value)), '{}') into entry_digests
    from journal_values
    where organization_id = entry.organization_id and entry_id = entry.entry_id and salt is not null;
    insert into journal_seals (organization_id, sequence, entry_id, digests, hash)
    values (entry.organization_id, coalesce(previous.sequence, 0) + 1, entry.entry_id, entry_digests,
      journal_hash(previous.hash, entry.facts, entry_digests));
    delete from journal_queue
    where organization_id = entry.organization_id and at = entry.at and entry_id = entry.entry_id;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

-- The values of an entry are erased or kept, never changed.
create or replace function refuse_value_change() returns trigger language plpgsql as $$
begin
  raise exception 'journal_values can only be erased' using errcode = 'restrict_violation';
end $$;

create or replace trigger journal_values_erasure before update on journal_values for each row
when (
  new.erased_at is null or old.erased_at is not null
  or (new.organization_id, new.entry_id, new.field, new.subject_id)
    is distinct from (old.organization_id, old.entry_id, old.field, old.subject_id)
)
execute function refuse_value_change();

-- Histories, terms and texts that people agreed to are never changed, and histories are never deleted.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger audit_entries_append_only before update or delete or truncate on audit_entries
for each statement execute function refuse_change();

create or replace trigger journal_seals_append_only before update or delete or truncate on journal_seals
for each statement execute function refuse_change();

create or replace trigger journal_values_not_deleted before delete or truncate on journal_values
for each statement execute function refuse_change();

create or replace trigger accrual_moves_append_only before update or delete or truncate on accrual_moves
for each statement execute function refuse_change();

create or replace trigger transfers_append_only before update or delete or truncate on transfers
for each statement execute function refuse_change();

create or replace trigger transfer_matches_append_only before update or delete or truncate on transfer_matches
for each statement execute function refuse_change();

create or replace trigger transfer_debts_append_only before update or delete or truncate on transfer_debts
for each statement execute function refuse_change();

create or replace trigger opening_balances_append_only before update or delete or truncate on opening_balances
for each statement execute function refuse_change();

create or replace trigger payment_attempts_append_only before update or delete or truncate on payment_attempts
for each statement execute function refuse_change();

create or replace trigger payment_attempt_events_append_only before update or delete or truncate on payment_attempt_events
for each statement execute function refuse_change();

create or replace trigger month_closings_append_only before update or delete or truncate on month_closings
for each statement execute function refuse_change();

create or replace trigger file_downloads_append_only before update or delete or truncate on file_downloads
for each statement execute function refuse_change();

create or replace trigger kept_files_not_deleted before delete or truncate on kept_files
for each statement execute function refuse_change();

create or replace trigger lead_events_append_only before update or delete or truncate on lead_events
for each statement execute function refuse_change();

create or replace trigger consents_append_only before update or delete or truncate on consents
for each statement execute function refuse_change();

create or replace trigger reward_rules_immutable before update on reward_rules
for each row execute function refuse_change();

create or replace trigger consent_texts_immutable before update on consent_texts
for each row execute function refuse_change();

create or replace trigger documents_immutable before update on documents for each row
when (
  old.text is distinct from new.text
  or old.sha256 is distinct from new.sha256
  or old.version is distinct from new.version
)
execute function refuse_change();

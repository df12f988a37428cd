-- Tables, indexes, triggers, views and functions of a migrated database. Generated: pnpm --filter @referral-dashboard/api schema
-- Left out: trigram indexes, which need the extension pg_trgm (migrations 0005 and 0032), and partitions, which are created each month.

create table account_codes (
  id uuid not null,
  kind text not null,
  phone text not null,
  user_id uuid,
  code_hash text not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  email text not null default '',
  network text not null default '',
  attempts_elsewhere integer not null default 0,
  constraint account_codes_pkey primary key (id),
  constraint account_codes_check check (kind <> 'phone' or user_id is not null),
  constraint account_codes_check1 check ((kind = 'email') = (email <> '')),
  constraint account_codes_check2 check (kind <> 'email' or user_id is not null),
  constraint account_codes_kind_check check (kind in ('recovery', 'phone', 'join', 'payout', 'email')),
  constraint account_codes_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index account_codes_expiry on account_codes (expires_at);
create index account_codes_phone on account_codes (phone, created_at);

create table account_links (
  id uuid not null,
  kind text not null,
  user_id uuid,
  organization_id uuid,
  token_hash text not null,
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint account_links_pkey primary key (id),
  constraint account_links_check check ((kind = 'recovery') = (user_id is not null)),
  constraint account_links_check1 check (used_at is null or revoked_at is null),
  constraint account_links_kind_check check (kind in ('recovery', 'setup')),
  constraint account_links_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint account_links_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create unique index account_links_token on account_links (token_hash);
create index account_links_user on account_links (user_id) where used_at is null and revoked_at is null;

create table accrual_days (
  organization_id uuid not null,
  day date not null,
  program_id uuid,
  partner_id uuid not null,
  kind text not null,
  status text not null,
  accruals bigint not null,
  amount_kop bigint not null,
  constraint accrual_days_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create unique index accrual_days_key on accrual_days (organization_id, day, program_id, partner_id, kind, status) nulls not distinct;
create index accrual_days_partner on accrual_days (organization_id, partner_id);
create index accrual_days_program on accrual_days (organization_id, program_id);

create table accrual_moves (
  organization_id uuid not null,
  accrual_id uuid not null,
  sequence integer not null,
  partner_id uuid not null,
  program_id uuid,
  payment_id uuid,
  from_status text,
  to_status text not null,
  amount_kop bigint not null,
  cause text not null,
  effective_at timestamptz not null,
  written_at timestamptz not null,
  actor_id uuid,
  request_id text,
  constraint accrual_moves_pkey primary key (organization_id, accrual_id, sequence),
  constraint accrual_moves_cause_check check (cause in ('created', 'matured', 'changed', 'migrated')),
  constraint accrual_moves_first check ((sequence = 1) = (from_status is null)),
  constraint accrual_moves_from_status_check check (from_status in ('hold', 'review', 'available', 'reserved', 'paid', 'canceled')),
  constraint accrual_moves_payment check ((payment_id is not null) = ((to_status in ('reserved', 'paid')) or coalesce(from_status in ('reserved', 'paid'), false))),
  constraint accrual_moves_to_status_check check (to_status in ('hold', 'review', 'available', 'reserved', 'paid', 'canceled'))
);
create index accrual_moves_partner on accrual_moves (organization_id, partner_id, effective_at);
create index accrual_moves_payment on accrual_moves (organization_id, payment_id) where payment_id is not null;
create trigger accrual_moves_append_only before delete or update or truncate on accrual_moves
  for each statement
  execute function refuse_change();
create trigger accrual_moves_closed_month after insert on accrual_moves
  referencing new table as new_rows
  for each statement
  execute function refuse_closed_month();
create trigger accrual_moves_derived before insert on accrual_moves
  for each statement
  when (pg_trigger_depth() = 0)
  execute function refuse_direct_move();

create table accruals (
  organization_id uuid not null,
  id uuid not null,
  number integer not null,
  partner_id uuid not null,
  program_id uuid,
  lead_id uuid,
  reward_id uuid,
  kind text not null,
  amount_kop bigint not null,
  explanation text not null,
  comment text not null default '',
  status text not null,
  review_reason text,
  hold_until timestamptz,
  payment_id uuid,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  canceled_at timestamptz,
  sale_id uuid,
  claim_id uuid generated always as (coalesce(lead_id, sale_id)) stored,
  period_close_id uuid,
  constraint accruals_pkey primary key (organization_id, id),
  constraint accruals_organization_id_id_lead_id_key unique (organization_id, id, lead_id),
  constraint accruals_organization_id_id_sale_id_key unique (organization_id, id, sale_id),
  constraint accruals_organization_id_number_key unique (organization_id, number),
  constraint accruals_amount_kop_check check (amount_kop <> 0),
  constraint accruals_check check (amount_kop > 0 or (kind in ('correction', 'reversal'))),
  constraint accruals_check1 check (kind <> 'reversal' or amount_kop < 0),
  constraint accruals_check2 check ((payment_id is not null) = (status in ('reserved', 'paid'))),
  constraint accruals_check3 check ((status = 'canceled') = (canceled_at is not null)),
  constraint accruals_check4 check ((status = 'review') = (review_reason is not null)),
  constraint accruals_check5 check (status <> 'hold' or hold_until is not null),
  constraint accruals_check6 check (kind <> 'reward' or claim_id is not null and program_id is not null and reward_id is null),
  constraint accruals_check7 check (reward_id is null or (kind in ('correction', 'reversal'))),
  constraint accruals_explanation_check check (explanation <> ''),
  constraint accruals_kind_check check (kind in ('reward', 'bonus', 'correction', 'reversal')),
  constraint accruals_number_check check (number > 0),
  constraint accruals_period_close check (period_close_id is null or kind = 'correction' and claim_id is null and program_id is not null),
  constraint accruals_review_reason_check check (review_reason in ('self_referral', 'budget', 'partner_inactive', 'manual')),
  constraint accruals_source check (lead_id is null or sale_id is null),
  constraint accruals_status_check check (status in ('hold', 'review', 'available', 'reserved', 'paid', 'canceled')),
  constraint accruals_claim foreign key (organization_id, claim_id) references claims(organization_id, id) deferrable initially deferred,
  constraint accruals_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint accruals_organization_id_lead_id_fkey foreign key (organization_id, lead_id) references leads(organization_id, id),
  constraint accruals_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id),
  constraint accruals_organization_id_payment_id_partner_id_fkey foreign key (organization_id, payment_id, partner_id) references payments(organization_id, id, partner_id),
  constraint accruals_organization_id_period_close_id_partner_id_progra_fkey foreign key (organization_id, period_close_id, partner_id, program_id) references period_closes(organization_id, id, partner_id, program_id),
  constraint accruals_organization_id_program_id_fkey foreign key (organization_id, program_id) references programs(organization_id, id),
  constraint accruals_organization_id_reward_id_lead_id_fkey foreign key (organization_id, reward_id, lead_id) references accruals(organization_id, id, lead_id),
  constraint accruals_organization_id_reward_id_sale_id_fkey foreign key (organization_id, reward_id, sale_id) references accruals(organization_id, id, sale_id),
  constraint accruals_organization_id_sale_id_fkey foreign key (organization_id, sale_id) references sales(organization_id, id)
);
create index accruals_amount on accruals (organization_id, amount_kop, id);
create index accruals_available_since on accruals (organization_id, partner_id, coalesce(hold_until, created_at)) where (status in ('available', 'hold')) and amount_kop > 0;
create index accruals_claim on accruals (organization_id, claim_id) where claim_id is not null;
create index accruals_created on accruals (organization_id, created_at, id);
create index accruals_hold on accruals (hold_until) where status = 'hold';
create index accruals_next_hold on accruals (organization_id, hold_until) where status = 'hold';
create index accruals_open on accruals (organization_id, partner_id, status) where status in ('hold', 'review', 'available');
create index accruals_other on accruals (organization_id, kind, created_at, id) where kind <> 'reward';
create index accruals_paid on accruals (organization_id, created_at, id) where status = 'paid';
create index accruals_partner on accruals (organization_id, partner_id, created_at, id);
create index accruals_payment on accruals (organization_id, payment_id) where payment_id is not null;
create index accruals_period_close on accruals (organization_id, period_close_id) where period_close_id is not null;
create index accruals_review on accruals (organization_id) where status = 'review';
create index accruals_status on accruals (organization_id, status, created_at, id) where status <> 'paid';
create constraint trigger accruals_claim_sum after insert on accruals
  deferrable initially deferred
  for each row
  when (new.claim_id is not null)
  execute function check_claim_sum();
create constraint trigger accruals_claim_sum_canceled after update of status on accruals
  deferrable initially deferred
  for each row
  when (new.claim_id is not null and new.status = 'canceled')
  execute function check_claim_sum();
create trigger accruals_counted_insert after insert on accruals
  referencing new table as new_rows
  for each statement
  execute function count_accruals();
create trigger accruals_counted_update after update on accruals
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function count_accruals();
create trigger accruals_moves_insert after insert on accruals
  referencing new table as new_rows
  for each statement
  execute function record_accrual_moves();
create trigger accruals_moves_update after update on accruals
  referencing new table as new_rows
  for each statement
  execute function record_accrual_moves();
create trigger accruals_not_deleted before delete on accruals
  for each row
  execute function refuse_settled_change();
create trigger accruals_payment_check_insert after insert on accruals
  referencing new table as new_rows
  for each statement
  execute function require_payment_check_of_accruals();
create trigger accruals_payment_check_update after update on accruals
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function require_payment_check_of_accruals();
create constraint trigger accruals_period_sum after insert on accruals
  deferrable initially deferred
  for each row
  when (new.period_close_id is not null)
  execute function check_period_sum();
create constraint trigger accruals_period_sum_canceled after update of status on accruals
  deferrable initially deferred
  for each row
  when (new.period_close_id is not null and new.status = 'canceled')
  execute function check_period_sum();
create trigger accruals_settled before update on accruals
  for each row
  when ((old.status in ('paid', 'canceled')) and not (old.status = 'paid' and new.status = 'available' and new.payment_id is null and not (new.organization_id is distinct from old.organization_id or new.id is distinct from old.id or new.number is distinct from old.number or new.partner_id is distinct from old.partner_id or new.program_id is distinct from old.program_id or new.lead_id is distinct from old.lead_id or new.sale_id is distinct from old.sale_id or new.period_close_id is distinct from old.period_close_id or new.reward_id is distinct from old.reward_id or new.kind is distinct from old.kind or new.amount_kop is distinct from old.amount_kop or new.explanation is distinct from old.explanation or new.comment is distinct from old.comment or new.review_reason is distinct from old.review_reason or new.hold_until is distinct from old.hold_until or new.created_by is distinct from old.created_by or new.created_at is distinct from old.created_at or new.canceled_at is distinct from old.canceled_at)) or new.partner_id <> old.partner_id or new.number <> old.number or new.amount_kop <> old.amount_kop)
  execute function refuse_settled_change();
create trigger accruals_transition before update on accruals
  for each row
  when (old.status <> new.status and (((old.status || '>') || new.status) not in ('hold>available', 'hold>review', 'hold>canceled', 'review>hold', 'review>available', 'review>canceled', 'available>reserved', 'available>review', 'available>canceled', 'reserved>paid', 'reserved>available', 'paid>available')) and not (old.status = 'hold' and new.status = 'reserved' and old.hold_until <= new.updated_at))
  execute function refuse_transition();

create table act_payments (
  organization_id uuid not null,
  payment_id uuid not null,
  act_id uuid not null,
  constraint act_payments_pkey primary key (organization_id, payment_id),
  constraint act_payments_organization_id_act_id_fkey foreign key (organization_id, act_id) references acts(organization_id, id),
  constraint act_payments_organization_id_payment_id_fkey foreign key (organization_id, payment_id) references payments(organization_id, id)
);
create index act_payments_act on act_payments (organization_id, act_id);

create table act_returns (
  organization_id uuid not null,
  accrual_id uuid not null,
  act_id uuid not null,
  constraint act_returns_pkey primary key (organization_id, accrual_id),
  constraint act_returns_organization_id_accrual_id_fkey foreign key (organization_id, accrual_id) references accruals(organization_id, id),
  constraint act_returns_organization_id_act_id_fkey foreign key (organization_id, act_id) references acts(organization_id, id)
);
create index act_returns_act on act_returns (organization_id, act_id);

create table acts (
  organization_id uuid not null,
  id uuid not null,
  number integer not null,
  version integer not null default 1,
  partner_id uuid not null,
  month text not null,
  status text not null,
  title text not null,
  amount_kop bigint not null,
  content jsonb not null,
  objection text not null default '',
  replaces uuid,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  answered_at timestamptz,
  tax_kop bigint not null default 0,
  constraint acts_pkey primary key (organization_id, id),
  constraint acts_organization_id_number_key unique (organization_id, number),
  constraint acts_amount_kop_check check (amount_kop >= 0),
  constraint acts_answer_of_status check ( case when status = 'issued' then answered_at is null when status in ('replaced', 'annulled') then true else answered_at is not null end),
  constraint acts_month_check check (month ~ '^2[01][0-9]{2}-(0[1-9]|1[0-2])$'),
  constraint acts_number_check check (number > 0),
  constraint acts_objection_check check (char_length(objection) <= 1000),
  constraint acts_objection_of_status check ( case when status = 'objected' then objection <> '' when status in ('replaced', 'annulled') then true else objection = '' end),
  constraint acts_status_check check (status in ('issued', 'confirmed', 'objected', 'replaced', 'annulled')),
  constraint acts_tax_kop_check check (tax_kop >= 0),
  constraint acts_title_check check (title <> ''),
  constraint acts_version_check check (version > 0),
  constraint acts_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint acts_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id),
  constraint acts_organization_id_replaces_fkey foreign key (organization_id, replaces) references acts(organization_id, id)
);
create index acts_created on acts (organization_id, created_at, id);
create index acts_months on acts (organization_id, month);
create unique index acts_of_month on acts (organization_id, partner_id, month) where status not in ('replaced', 'annulled');
create trigger acts_closed_month_insert after insert on acts
  referencing new table as new_rows
  for each statement
  execute function refuse_closed_month();
create trigger acts_closed_month_update after update on acts
  referencing new table as new_rows
  for each statement
  execute function refuse_closed_month();
create trigger acts_immutable before update on acts
  for each row
  when (new.organization_id is distinct from old.organization_id or new.id is distinct from old.id or new.number is distinct from old.number or new.partner_id is distinct from old.partner_id or new.month is distinct from old.month or new.title is distinct from old.title or new.amount_kop is distinct from old.amount_kop or new.tax_kop is distinct from old.tax_kop or new.content is distinct from old.content or new.created_at is distinct from old.created_at)
  execute function refuse_act_change();
create trigger acts_not_deleted before delete on acts
  for each row
  execute function refuse_act_change();
create trigger acts_transition before update on acts
  for each row
  when (old.status <> new.status and (((old.status || '>') || new.status) not in ('issued>confirmed', 'issued>objected', 'issued>replaced', 'issued>annulled', 'confirmed>replaced', 'confirmed>annulled', 'objected>replaced', 'objected>annulled')))
  execute function refuse_transition();

create table api_key_calls (
  organization_id uuid not null,
  api_key_id uuid not null,
  id uuid not null,
  method text not null,
  path text not null,
  status integer not null,
  duration_ms integer not null,
  at timestamptz not null,
  constraint api_key_calls_pkey primary key (organization_id, api_key_id, id),
  constraint api_key_calls_organization_id_api_key_id_fkey foreign key (organization_id, api_key_id) references api_keys(organization_id, id)
);

create table api_keys (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  prefix text not null,
  secret_hash text not null,
  scopes text[] not null,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint api_keys_pkey primary key (organization_id, id),
  constraint api_keys_secret_hash_key unique (secret_hash),
  constraint api_keys_name_check check (char_length(name) >= 1 and char_length(name) <= 100),
  constraint api_keys_scopes_check check (cardinality(scopes) > 0),
  constraint api_keys_created_by_fkey foreign key (created_by) references users(id),
  constraint api_keys_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create index api_keys_creator on api_keys (created_by);

create table applications (
  organization_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  partner_id uuid not null,
  is_repeat boolean not null,
  status text not null,
  reason text not null default '',
  token_hash text not null,
  submitted jsonb not null,
  offer_id uuid not null,
  personal_data_id uuid not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  comment text not null default '',
  may_join boolean not null,
  constraint applications_pkey primary key (organization_id, id),
  constraint applications_check check ((status = 'pending') = (decided_at is null)),
  constraint applications_comment_check check (char_length(comment) <= 1000),
  constraint applications_reason_check check (char_length(reason) <= 1000),
  constraint applications_status_check check (status in ('pending', 'approved', 'rejected')),
  constraint applications_user_agent_check check (char_length(user_agent) <= 500),
  constraint applications_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint applications_organization_id_offer_id_fkey foreign key (organization_id, offer_id) references documents(organization_id, id),
  constraint applications_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id),
  constraint applications_organization_id_personal_data_id_fkey foreign key (organization_id, personal_data_id) references documents(organization_id, id),
  constraint applications_organization_id_program_id_fkey foreign key (organization_id, program_id) references programs(organization_id, id)
);
create index applications_partner on applications (organization_id, partner_id, created_at);
create index applications_pending on applications (organization_id, partner_id) where status = 'pending';
create index applications_program on applications (organization_id, program_id);
create unique index applications_token on applications (token_hash);

create table attachments (
  organization_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  program_id uuid not null,
  partner_id uuid not null,
  lead_id uuid,
  reward_rule_id uuid,
  cause text not null,
  starts_at date not null,
  ends_at date,
  closed_at timestamptz,
  close_reason text not null default '',
  replaced_by uuid,
  created_at timestamptz not null,
  client_is_new boolean not null default false,
  constraint attachments_pkey primary key (organization_id, id),
  constraint attachments_cause_check check (cause in ('lead', 'manual', 'transfer', 'import')),
  constraint attachments_check check (ends_at >= starts_at),
  constraint attachments_check1 check (closed_at is not null or close_reason = '' and replaced_by is null),
  constraint attachments_close_reason_check check (char_length(close_reason) <= 1000),
  constraint attachments_organization_id_client_id_fkey foreign key (organization_id, client_id) references clients(organization_id, id),
  constraint attachments_organization_id_lead_id_fkey foreign key (organization_id, lead_id) references leads(organization_id, id),
  constraint attachments_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id),
  constraint attachments_organization_id_program_id_fkey foreign key (organization_id, program_id) references programs(organization_id, id),
  constraint attachments_organization_id_replaced_by_fkey foreign key (organization_id, replaced_by) references attachments(organization_id, id),
  constraint attachments_organization_id_reward_rule_id_fkey foreign key (organization_id, reward_rule_id) references reward_rules(organization_id, id)
);
create index attachments_client on attachments (organization_id, client_id);
create index attachments_lead on attachments (organization_id, lead_id) where lead_id is not null;
create unique index attachments_open on attachments (organization_id, client_id, program_id) where closed_at is null;
create index attachments_partner on attachments (organization_id, partner_id, client_id);
create index attachments_program on attachments (organization_id, program_id, client_id) where closed_at is null;
create index attachments_replaced on attachments (organization_id, replaced_by) where replaced_by is not null;

create table audit_entries (
  organization_id uuid not null,
  id uuid not null,
  actor_id uuid,
  action text not null,
  object_kind text not null,
  object_id uuid not null,
  diff jsonb not null,
  at timestamptz not null,
  request_id text not null,
  constraint audit_entries_pkey primary key (organization_id, id),
  constraint audit_entries_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create index audit_entries_at on audit_entries (organization_id, at, id);
create index audit_entries_object on audit_entries (organization_id, object_id, at);
create trigger audit_entries_append_only before delete or update or truncate on audit_entries
  for each statement
  execute function refuse_change();
create trigger audit_entries_queued after insert on audit_entries
  referencing new table as new_rows
  for each statement
  execute function queue_journal_entries();

create table bank_directories (
  organization_id uuid not null,
  day date not null,
  banks integer not null,
  loaded_by uuid,
  loaded_at timestamptz not null,
  constraint bank_directories_pkey primary key (organization_id),
  constraint bank_directories_banks_check check (banks > 0),
  constraint bank_directories_organization_id_fkey foreign key (organization_id) references organizations(id)
);

create table bank_documents (
  organization_id uuid not null,
  id uuid not null,
  statement_id uuid not null,
  digest text not null,
  number text not null,
  day date not null,
  amount_kop bigint not null,
  payee text not null,
  payee_account text not null,
  payee_inn text not null,
  purpose text not null,
  match text not null,
  reasons text[] not null,
  payment_id uuid,
  state text not null default 'proposed',
  payer_account text not null default '',
  decided_at timestamptz,
  decided_by uuid,
  is_return boolean not null default false,
  constraint bank_documents_pkey primary key (organization_id, id),
  constraint bank_documents_organization_id_digest_key unique (organization_id, digest),
  constraint bank_documents_amount_kop_check check (amount_kop > 0),
  constraint bank_documents_amount_kop_check1 check (amount_kop <= 10000000000000),
  constraint bank_documents_check check (state <> 'applied' or payment_id is not null),
  constraint bank_documents_check1 check (char_length(number) <= 50 and char_length(payee) <= 300 and char_length(purpose) <= 1000 and char_length(payee_account) <= 34 and char_length(payee_inn) <= 12),
  constraint bank_documents_digest_check check (digest ~ '^[0-9a-f]{64}$'),
  constraint bank_documents_match_check check (match in ('exact', 'doubtful')),
  constraint bank_documents_state_check check (state in ('proposed', 'applied', 'dismissed')),
  constraint bank_documents_organization_id_payment_id_fkey foreign key (organization_id, payment_id) references payments(organization_id, id),
  constraint bank_documents_organization_id_statement_id_fkey foreign key (organization_id, statement_id) references bank_statements(organization_id, id)
);
create index bank_documents_statement on bank_documents (organization_id, statement_id, day, id);

create table bank_statements (
  organization_id uuid not null,
  id uuid not null,
  name text not null,
  accounts text[] not null,
  is_own boolean not null,
  day_from date,
  day_to date,
  documents integer not null,
  foreign_documents integer not null,
  repeated integer not null,
  unreadable integer not null,
  uploaded_by uuid,
  created_at timestamptz not null,
  file_sha256 text,
  constraint bank_statements_pkey primary key (organization_id, id),
  constraint bank_statements_file_sha256_check check (file_sha256 ~ '^[0-9a-f]{64}$'),
  constraint bank_statements_name_check check (char_length(name) >= 1 and char_length(name) <= 200),
  constraint bank_statements_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create index bank_statements_created on bank_statements (organization_id, created_at, id);

create table banks (
  bik text not null,
  name text not null,
  city text not null,
  corr_account text not null,
  constraint banks_pkey primary key (bik),
  constraint banks_bik_check check (bik ~ '^[0-9]{9}$'),
  constraint banks_corr_account_check check (corr_account ~ '^([0-9]{20})?$')
);

create table claims (
  organization_id uuid not null,
  lead_id uuid,
  partner_id uuid not null,
  program_id uuid not null,
  rewarded_before integer,
  target_kop bigint not null,
  reviewed_target_kop bigint not null,
  manual_cap_kop bigint,
  manual_cap_reason text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  former_rewarded_before integer,
  sale_id uuid,
  id uuid not null generated always as (coalesce(lead_id, sale_id)) stored,
  counted_on date,
  step_measure text,
  step_period text,
  step_before bigint,
  cap_before bigint,
  cap_from date,
  constraint claims_pkey primary key (organization_id, id),
  constraint claims_cap check ((cap_before is null) = (cap_from is null)),
  constraint claims_cap_before_check check (cap_before >= 0),
  constraint claims_former_place check (former_rewarded_before is null or rewarded_before is not null),
  constraint claims_former_rewarded_before_check check (former_rewarded_before >= 0),
  constraint claims_manual_cap check (target_kop <= manual_cap_kop),
  constraint claims_manual_cap_kop_check check (manual_cap_kop >= 0),
  constraint claims_reviewed_target_kop_check check (reviewed_target_kop >= 0),
  constraint claims_rewarded_before_check check (rewarded_before >= 0),
  constraint claims_source check ((lead_id is null) <> (sale_id is null)),
  constraint claims_step check ( case when step_before is null then step_measure is null and step_period is null else step_measure is not null and step_period is not null and counted_on is not null end),
  constraint claims_step_before_check check (step_before >= 0),
  constraint claims_step_measure_check check (step_measure in ('count', 'turnover')),
  constraint claims_step_period_check check (step_period in ('month', 'quarter', 'year', 'life')),
  constraint claims_target_kop_check check (target_kop >= 0),
  constraint claims_organization_id_lead_id_fkey foreign key (organization_id, lead_id) references leads(organization_id, id),
  constraint claims_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id),
  constraint claims_organization_id_program_id_fkey foreign key (organization_id, program_id) references programs(organization_id, id),
  constraint claims_organization_id_sale_id_fkey foreign key (organization_id, sale_id) references sales(organization_id, id)
);
create index claims_counted on claims (organization_id, partner_id, program_id, counted_on) where counted_on is not null;
create unique index claims_places on claims (organization_id, partner_id, program_id, rewarded_before) where rewarded_before is not null;
create unique index claims_steps on claims (organization_id, partner_id, program_id, step_period, ( case step_period when 'life' then 0 else date_trunc(step_period, counted_on::timestamp without time zone)::date - '2000-01-01'::date end), step_before) where step_measure = 'count';
create trigger claims_recorded_insert after insert on claims
  referencing new table as new_rows
  for each statement
  execute function record_claims();
create trigger claims_recorded_update after update on claims
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function record_claims();
create constraint trigger claims_sum after insert or update of target_kop on claims
  deferrable initially deferred
  for each row
  execute function check_claim_sum();

create table click_days (
  organization_id uuid not null,
  link_id uuid not null,
  day date not null,
  clicks integer not null,
  unique_clicks integer not null,
  constraint click_days_pkey primary key (organization_id, link_id, day),
  constraint click_days_check check (unique_clicks >= 0 and unique_clicks <= clicks),
  constraint click_days_clicks_check check (clicks >= 0),
  constraint click_days_organization_id_link_id_fkey foreign key (organization_id, link_id) references links(organization_id, id)
);
create index click_days_day on click_days (organization_id, day);
create trigger click_days_recorded_insert after insert on click_days
  referencing new table as new_rows
  for each statement
  execute function record_clicks();
create trigger click_days_recorded_update after update on click_days
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function record_clicks();

create table clicks (
  organization_id uuid not null,
  id uuid not null,
  link_id uuid not null,
  at timestamptz not null,
  visitor text not null,
  referrer_host text not null,
  utm jsonb not null,
  is_bot boolean not null,
  is_unique boolean not null,
  constraint clicks_pkey primary key (organization_id, id, at),
  constraint clicks_check check (not (is_bot and is_unique)),
  constraint clicks_referrer_host_check check (char_length(referrer_host) <= 255),
  constraint clicks_visitor_check check (char_length(visitor) <= 64),
  constraint clicks_organization_id_link_id_fkey1 foreign key (organization_id, link_id) references links(organization_id, id)
) partition by range (at);
create index clicks_robots on clicks (at) where is_bot;
create index clicks_visitor on clicks (organization_id, link_id, visitor, at);

create table clients (
  organization_id uuid not null,
  id uuid not null,
  number integer not null,
  version integer not null default 1,
  name text not null,
  phone text,
  email text not null,
  email_key text not null,
  inn text not null,
  external_id text,
  search_text text not null,
  sales integer not null default 0,
  revenue_kop bigint not null default 0,
  last_sale_on date,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint clients_pkey primary key (organization_id, id),
  constraint clients_organization_id_number_key unique (organization_id, number),
  constraint clients_external_id_check check (char_length(external_id) >= 1 and char_length(external_id) <= 100),
  constraint clients_name_check check (char_length(name) >= 1 and char_length(name) <= 150),
  constraint clients_number_check check (number > 0),
  constraint clients_phone_check check (phone ~ '^\+7[3489][0-9]{9}$'),
  constraint clients_revenue_kop_check check (revenue_kop >= 0),
  constraint clients_sales_check check (sales >= 0),
  constraint clients_version_check check (version > 0),
  constraint clients_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create index clients_created on clients (organization_id, created_at, id);
create index clients_email on clients (organization_id, email_key, created_at) where email_key <> '';
create unique index clients_external_id on clients (organization_id, external_id) where external_id is not null;
create index clients_inn on clients (organization_id, inn, created_at) where inn <> '';
create index clients_last_sale on clients (organization_id, coalesce(last_sale_on - '2000-01-01'::date, '-1'::integer), id);
create unique index clients_phone on clients (organization_id, phone) where phone is not null;

create table consent_texts (
  organization_id uuid not null,
  program_id uuid not null,
  id uuid not null,
  version integer not null,
  text text not null,
  sha256 text not null,
  created_at timestamptz not null,
  constraint consent_texts_pkey primary key (organization_id, id),
  constraint consent_texts_organization_id_program_id_id_key unique (organization_id, program_id, id),
  constraint consent_texts_organization_id_program_id_version_key unique (organization_id, program_id, version),
  constraint consent_texts_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint consent_texts_text_check check (char_length(text) >= 1 and char_length(text) <= 10000),
  constraint consent_texts_version_check check (version > 0),
  constraint consent_texts_organization_id_program_id_fkey foreign key (organization_id, program_id) references programs(organization_id, id) on delete cascade
);
create trigger consent_texts_immutable before update on consent_texts
  for each row
  execute function refuse_change();

create table consents (
  organization_id uuid not null,
  lead_id uuid not null,
  consent_text_id uuid not null,
  accepted_at timestamptz not null,
  ip text not null,
  user_agent text not null,
  constraint consents_pkey primary key (organization_id, lead_id),
  constraint consents_user_agent_check check (char_length(user_agent) <= 500),
  constraint consents_organization_id_consent_text_id_fkey foreign key (organization_id, consent_text_id) references consent_texts(organization_id, id),
  constraint consents_organization_id_lead_id_fkey foreign key (organization_id, lead_id) references leads(organization_id, id)
);
create trigger consents_append_only before delete or update or truncate on consents
  for each statement
  execute function refuse_change();

create table conversions (
  organization_id uuid not null,
  external_id text not null,
  lead_id uuid not null,
  reason text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  constraint conversions_pkey primary key (organization_id, external_id),
  constraint conversions_external_id_check check (char_length(external_id) >= 1 and char_length(external_id) <= 100),
  constraint conversions_reason_check check (reason in ('last_click', 'first_click', 'no_click')),
  constraint conversions_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint conversions_organization_id_lead_id_fkey foreign key (organization_id, lead_id) references leads(organization_id, id)
);
create index conversions_lead on conversions (organization_id, lead_id);
create index conversions_received on conversions (organization_id, received_at);

create table counters (
  organization_id uuid not null,
  kind text not null,
  value integer not null,
  constraint counters_pkey primary key (organization_id, kind),
  constraint counters_kind_check check (kind in ('lead', 'client', 'sale', 'accrual', 'payment', 'registry', 'act')),
  constraint counters_value_check check (value >= 0),
  constraint counters_organization_id_fkey foreign key (organization_id) references organizations(id)
);

create table crm_connections (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  address text not null,
  credentials text not null,
  refresh_lease uuid,
  refresh_until timestamptz,
  is_on boolean not null default false,
  state text not null default 'connected',
  cause text not null default '',
  stages jsonb not null,
  stages_read_at timestamptz not null,
  mapping jsonb not null,
  programs uuid[],
  first_stage text,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  inbound_hash text,
  inbound_secret text,
  application_token text,
  last_event_at timestamptz,
  last_event text not null default '',
  failing_since timestamptz,
  notified_at timestamptz,
  constraint crm_connections_pkey primary key (organization_id, id),
  constraint crm_connections_inbound_hash_key unique (inbound_hash),
  constraint crm_connections_organization_id_kind_key unique (organization_id, kind),
  constraint crm_connections_address_check check (char_length(address) <= 500),
  constraint crm_connections_check check ((state = 'broken') = (cause <> '')),
  constraint crm_connections_check1 check ((refresh_lease is null) = (refresh_until is null)),
  constraint crm_connections_failing_check check (state = 'connected' or failing_since is not null),
  constraint crm_connections_inbound_check check ((inbound_hash is null) = (inbound_secret is null)),
  constraint crm_connections_kind_check check (kind in ('bitrix24', 'amocrm')),
  constraint crm_connections_programs_check check (cardinality(programs) > 0),
  constraint crm_connections_state_check check (state in ('connected', 'broken')),
  constraint crm_connections_created_by_fkey foreign key (created_by) references users(id),
  constraint crm_connections_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create index crm_connections_author on crm_connections (created_by);

create table crm_deals (
  organization_id uuid not null,
  connection_id uuid not null,
  lead_id uuid not null,
  deal_id text,
  status text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  first_attempt_at timestamptz,
  lease uuid,
  leased_until timestamptz,
  problem text not null default '',
  sent_at timestamptz,
  stage text,
  changed_at timestamptz,
  created_at timestamptz not null,
  creating_since timestamptz,
  amount_kop bigint,
  constraint crm_deals_pkey primary key (organization_id, connection_id, lead_id),
  constraint crm_deals_organization_id_connection_id_deal_id_key unique (organization_id, connection_id, deal_id),
  constraint crm_deals_amount_kop_check check (amount_kop > 0),
  constraint crm_deals_check check ((status = 'sent') = (sent_at is not null and deal_id is not null)),
  constraint crm_deals_check1 check ((status = 'taken') = (lease is not null)),
  constraint crm_deals_check2 check ((lease is null) = (leased_until is null)),
  constraint crm_deals_deal_id_check check (char_length(deal_id) >= 1 and char_length(deal_id) <= 100),
  constraint crm_deals_status_check check (status in ('waiting', 'taken', 'sent', 'failed')),
  constraint crm_deals_organization_id_connection_id_fkey foreign key (organization_id, connection_id) references crm_connections(organization_id, id) on delete cascade,
  constraint crm_deals_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint crm_deals_organization_id_lead_id_fkey foreign key (organization_id, lead_id) references leads(organization_id, id)
);
create index crm_deals_due on crm_deals (organization_id, connection_id, next_attempt_at) where status = 'waiting';
create index crm_deals_failed on crm_deals (organization_id, connection_id) where status = 'failed';
create index crm_deals_lead on crm_deals (organization_id, lead_id);
create index crm_deals_leased on crm_deals (leased_until) where status = 'taken';
create index crm_deals_problems on crm_deals (organization_id, connection_id, first_attempt_at) where problem <> '';
create index crm_deals_sent on crm_deals (organization_id, connection_id, sent_at) where sent_at is not null;

create table crm_reads (
  organization_id uuid not null,
  connection_id uuid not null,
  deal_id text not null,
  requested_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  lease uuid,
  leased_until timestamptz,
  constraint crm_reads_pkey primary key (organization_id, connection_id, deal_id),
  constraint crm_reads_check check ((lease is null) = (leased_until is null)),
  constraint crm_reads_organization_id_connection_id_fkey foreign key (organization_id, connection_id) references crm_connections(organization_id, id) on delete cascade,
  constraint crm_reads_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create index crm_reads_due on crm_reads (organization_id, connection_id, next_attempt_at);

create table deliveries (
  id uuid not null,
  message_id uuid not null,
  organization_id uuid,
  user_id uuid,
  channel text not null,
  address text not null,
  is_daily boolean not null,
  status text not null,
  attempts integer not null default 0,
  problem text not null default '',
  due_at timestamptz not null,
  expires_at timestamptz,
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  sender_id uuid,
  constraint deliveries_pkey primary key (id),
  constraint deliveries_check check ((status in ('taken', 'handed')) = (lease is not null)),
  constraint deliveries_check1 check ((lease is null) = (leased_until is null)),
  constraint deliveries_check2 check ((status = 'sent') = (sent_at is not null)),
  constraint deliveries_status_check check (status in ('waiting', 'taken', 'handed', 'sent', 'failed')),
  constraint deliveries_message_id_fkey foreign key (message_id) references messages(id) on delete cascade,
  constraint deliveries_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint deliveries_sender_id_fkey foreign key (sender_id) references organizations(id),
  constraint deliveries_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index deliveries_daily on deliveries (channel, sender_id, due_at) where status = 'waiting' and is_daily;
create index deliveries_due on deliveries (channel, sender_id, due_at) where status = 'waiting' and not is_daily;
create index deliveries_leased on deliveries (channel, sender_id, leased_until) where status in ('taken', 'handed');
create index deliveries_of_message on deliveries (message_id);
create index deliveries_of_sender on deliveries (sender_id) where sender_id is not null and (status in ('waiting', 'taken', 'handed'));
create index deliveries_outbox on deliveries (organization_id, created_at, id);

create table directory_banks (
  organization_id uuid not null,
  bik text not null,
  name text not null,
  city text not null,
  corr_account text not null,
  constraint directory_banks_pkey primary key (organization_id, bik),
  constraint directory_banks_bik_check check (bik ~ '^[0-9]{9}$'),
  constraint directory_banks_corr_account_check check (corr_account ~ '^([0-9]{20})?$'),
  constraint directory_banks_organization_id_fkey foreign key (organization_id) references bank_directories(organization_id) on delete cascade
);

create table dismissed_tasks (
  organization_id uuid not null,
  key text not null,
  actor_id uuid not null,
  at timestamptz not null,
  constraint dismissed_tasks_pkey primary key (organization_id, key),
  constraint dismissed_tasks_key_check check (char_length(key) <= 200),
  constraint dismissed_tasks_organization_id_fkey foreign key (organization_id) references organizations(id)
);

create table documents (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  version integer not null,
  text text not null,
  sha256 text not null,
  created_by uuid,
  created_at timestamptz not null,
  constraint documents_pkey primary key (organization_id, id),
  constraint documents_organization_id_kind_version_key unique (organization_id, kind, version),
  constraint documents_kind_check check (kind in ('offer', 'personal_data')),
  constraint documents_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint documents_text_check check (char_length(text) <= 15000),
  constraint documents_version_check check (version > 0),
  constraint documents_created_by_fkey foreign key (created_by) references users(id) on delete set null,
  constraint documents_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create trigger documents_immutable before update on documents
  for each row
  when (old.text is distinct from new.text or old.sha256 is distinct from new.sha256 or old.version is distinct from new.version)
  execute function refuse_change();

create table enrollments (
  organization_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  partner_id uuid not null,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  group_id uuid,
  constraint enrollments_pkey primary key (organization_id, id),
  constraint enrollments_once unique (organization_id, program_id, partner_id),
  constraint enrollments_organization_id_id_program_id_partner_id_key unique (organization_id, id, program_id, partner_id),
  constraint enrollments_status_check check (status in ('invited', 'pending', 'active', 'paused', 'rejected', 'left', 'blocked')),
  constraint enrollments_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id),
  constraint enrollments_organization_id_program_id_fkey foreign key (organization_id, program_id) references programs(organization_id, id),
  constraint enrollments_organization_id_program_id_group_id_fkey foreign key (organization_id, program_id, group_id) references program_groups(organization_id, program_id, id)
);
create index enrollments_group on enrollments (organization_id, group_id) where group_id is not null;
create index enrollments_partner on enrollments (organization_id, partner_id);
create index enrollments_pending on enrollments (organization_id, partner_id) where status = 'pending';

create unlogged table figure_changes (
  tx xid8 not null default pg_current_xact_id(),
  object text not null,
  organization_id uuid not null,
  day date,
  program_id uuid,
  kind text not null default '',
  status text not null default '',
  count bigint not null,
  amount bigint not null,
  reward_kop bigint not null default 0,
  partner_id uuid
);
create index figure_changes_tx on figure_changes (tx);

create unlogged table figure_commits (
  tx xid8 not null default pg_current_xact_id(),
  constraint figure_commits_pkey primary key (tx)
);
create constraint trigger figure_commits_added after insert on figure_commits
  deferrable initially deferred
  for each row
  execute function add_figures();

create table file_downloads (
  organization_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  registry_id uuid,
  payment_ids uuid[] not null,
  format text not null,
  name text not null,
  latin_name text not null,
  media_type text not null,
  at timestamptz not null,
  actor_id uuid not null,
  request_id text not null,
  constraint file_downloads_pkey primary key (organization_id, id),
  constraint file_downloads_id_key unique (id),
  constraint file_downloads_check check ((format = 'qr') = (registry_id is null)),
  constraint file_downloads_format_check check (format in ('1c', 'csv', 'xlsx', 'qr')),
  constraint file_downloads_payment_ids_check check (cardinality(payment_ids) > 0),
  constraint file_downloads_actor_id_fkey foreign key (actor_id) references users(id),
  constraint file_downloads_organization_id_file_id_fkey foreign key (organization_id, file_id) references kept_files(organization_id, id),
  constraint file_downloads_organization_id_registry_id_fkey foreign key (organization_id, registry_id) references registries(organization_id, id)
);
create index file_downloads_file on file_downloads (organization_id, file_id, at);
create index file_downloads_payments on file_downloads using gin (payment_ids);
create index file_downloads_registry on file_downloads (organization_id, registry_id, at) where registry_id is not null;
create trigger file_downloads_append_only before delete or update or truncate on file_downloads
  for each statement
  execute function refuse_change();

create table former_contacts (
  id uuid not null default gen_random_uuid(),
  organization_id uuid,
  partner_id uuid,
  user_id uuid,
  phone text not null,
  email_key text not null,
  replaced_at timestamptz not null default now(),
  constraint former_contacts_pkey primary key (id),
  constraint former_contacts_check check ((partner_id is null) <> (user_id is null)),
  constraint former_contacts_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id),
  constraint former_contacts_user_id_fkey foreign key (user_id) references users(id)
);
create index former_contacts_partner on former_contacts (organization_id, partner_id);
create index former_contacts_user on former_contacts (user_id);

create table idempotency_keys (
  organization_id uuid not null,
  key text not null,
  request_sha256 text not null,
  response jsonb,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (organization_id, key),
  constraint idempotency_keys_key_check check (char_length(key) >= 1 and char_length(key) <= 200),
  constraint idempotency_keys_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create index idempotency_keys_created on idempotency_keys (created_at);

create table idempotent_calls (
  caller_id uuid not null,
  key text not null,
  digest text not null,
  response text,
  created_at timestamptz not null,
  constraint idempotent_calls_pkey primary key (caller_id, key),
  constraint idempotent_calls_key_check check (char_length(key) >= 1 and char_length(key) <= 200)
);
create index idempotent_calls_created on idempotent_calls (created_at);

create table import_rows (
  organization_id uuid not null,
  import_id uuid not null,
  number integer not null,
  cells jsonb,
  state text not null,
  reasons jsonb not null default '[]'::jsonb,
  key text,
  object_id uuid,
  constraint import_rows_pkey primary key (organization_id, import_id, number),
  constraint import_rows_number_check check (number > 0),
  constraint import_rows_state_check check (state in ('above', 'waiting', 'created', 'changed', 'skipped', 'refused', 'undone')),
  constraint import_rows_organization_id_import_id_fkey foreign key (organization_id, import_id) references imports(organization_id, id) on delete cascade
);
create index import_rows_key on import_rows (organization_id, import_id, key) where key is not null;
create index import_rows_object on import_rows (organization_id, object_id) where object_id is not null and (state in ('created', 'undone'));
create index import_rows_state on import_rows (organization_id, import_id, state, number);

create table imports (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  state text not null,
  name text not null,
  sha256 text not null,
  titles jsonb not null,
  settings jsonb not null,
  problem text not null default '',
  position text not null,
  created_by uuid not null,
  created_at timestamptz not null,
  started_at timestamptz,
  lease text,
  leased_until timestamptz,
  erased_at timestamptz,
  counts jsonb,
  constraint imports_pkey primary key (organization_id, id),
  constraint imports_kind_check check (kind in ('partners', 'leads', 'clients', 'sales', 'balances')),
  constraint imports_name_check check (char_length(name) <= 200),
  constraint imports_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint imports_state_check check (state in ('uploaded', 'checking', 'checked', 'running', 'done', 'canceled', 'undoing', 'undone', 'failed')),
  constraint imports_created_by_fkey foreign key (created_by) references users(id),
  constraint imports_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create index imports_active on imports (created_at) where state in ('checking', 'running', 'undoing');
create index imports_age on imports (created_at) where erased_at is null;
create index imports_latest on imports (organization_id, kind, created_at desc, id);

create table invitations (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  partner_id uuid,
  token_hash text not null,
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid,
  revoked_at timestamptz,
  phone text,
  last_name text not null default '',
  first_name text not null default '',
  father_name text not null default '',
  position text,
  constraint invitations_pkey primary key (organization_id, id),
  constraint invitations_check check ((kind = 'partner') = (partner_id is not null)),
  constraint invitations_check1 check ((used_at is null) = (used_by is null)),
  constraint invitations_check2 check (used_at is null or revoked_at is null),
  constraint invitations_father_name_check check (char_length(father_name) <= 150),
  constraint invitations_first_name_check check (char_length(first_name) <= 150),
  constraint invitations_kind check (kind in ('partner', 'employee')),
  constraint invitations_last_name_check check (char_length(last_name) <= 150),
  constraint invitations_of_employees check ((kind = 'employee') = ("position" is not null) and (kind = 'employee') = (phone is not null)),
  constraint invitations_phone_check check (phone ~ '^\+7[0-9]{10}$'),
  constraint invitations_position_check check ("position" in ('owner', 'manager', 'accountant', 'viewer')),
  constraint invitations_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint invitations_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id)
);
create unique index invitations_of_employee on invitations (organization_id, phone) where kind = 'employee' and used_at is null and revoked_at is null;
create unique index invitations_of_partner on invitations (organization_id, partner_id) where used_at is null and revoked_at is null;
create index invitations_phone on invitations (phone) where used_at is null and revoked_at is null;
create index invitations_token on invitations (token_hash);

create table journal_queue (
  organization_id uuid not null,
  at timestamptz not null,
  entry_id uuid not null,
  constraint journal_queue_pkey primary key (organization_id, at, entry_id),
  constraint journal_queue_organization_id_fkey foreign key (organization_id) references organizations(id)
);

create table journal_seals (
  organization_id uuid not null,
  sequence integer not null,
  entry_id uuid not null,
  digests jsonb not null,
  hash bytea not null,
  constraint journal_seals_pkey primary key (organization_id, sequence),
  constraint journal_seals_organization_id_entry_id_key unique (organization_id, entry_id),
  constraint journal_seals_sequence_check check (sequence > 0),
  constraint journal_seals_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create trigger journal_seals_append_only before delete or update or truncate on journal_seals
  for each statement
  execute function refuse_change();

create table journal_values (
  organization_id uuid not null,
  entry_id uuid not null,
  field text not null,
  subject_id uuid not null,
  before_value text,
  after_value text,
  salt bytea default uuid_send(gen_random_uuid()),
  erased_at timestamptz,
  constraint journal_values_pkey primary key (organization_id, entry_id, field),
  constraint journal_values_erased check (erased_at is null or before_value is null and after_value is null),
  constraint journal_values_salt check ((salt is null) = (erased_at is not null)),
  constraint journal_values_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create index journal_values_subject on journal_values (organization_id, subject_id);
create trigger journal_values_erasure before update on journal_values
  for each row
  when (new.erased_at is null or old.erased_at is not null or new.organization_id is distinct from old.organization_id or new.entry_id is distinct from old.entry_id or new.field is distinct from old.field or new.subject_id is distinct from old.subject_id)
  execute function refuse_value_change();
create trigger journal_values_not_deleted before delete or truncate on journal_values
  for each statement
  execute function refuse_change();

create table kept_files (
  organization_id uuid not null,
  id uuid not null,
  sha256 text not null,
  content bytea,
  kept_at timestamptz not null,
  erased_at timestamptz,
  constraint kept_files_pkey primary key (organization_id, id),
  constraint kept_files_check check ((content is null) = (erased_at is not null)),
  constraint kept_files_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint kept_files_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create unique index kept_files_content on kept_files (organization_id, sha256) where erased_at is null;
create trigger kept_files_change before update on kept_files
  for each row
  execute function refuse_file_change();
create trigger kept_files_not_deleted before delete or truncate on kept_files
  for each statement
  execute function refuse_change();

create table lead_comments (
  organization_id uuid not null,
  id uuid not null,
  lead_id uuid not null,
  author_id uuid not null,
  text text not null,
  at timestamptz not null,
  constraint lead_comments_pkey primary key (organization_id, id),
  constraint lead_comments_text_check check (char_length(text) >= 1 and char_length(text) <= 2000),
  constraint lead_comments_author_id_fkey foreign key (author_id) references users(id),
  constraint lead_comments_organization_id_lead_id_fkey foreign key (organization_id, lead_id) references leads(organization_id, id)
);
create index lead_comments_lead on lead_comments (organization_id, lead_id, at, id);

create table lead_days (
  organization_id uuid not null,
  day date not null,
  program_id uuid not null,
  partner_id uuid,
  source text not null,
  status text not null,
  leads bigint not null,
  deal_kop bigint not null,
  constraint lead_days_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create unique index lead_days_key on lead_days (organization_id, day, program_id, partner_id, source, status) nulls not distinct;
create index lead_days_partner on lead_days (organization_id, partner_id);
create index lead_days_program on lead_days (organization_id, program_id);

create table lead_events (
  organization_id uuid not null,
  id uuid not null,
  lead_id uuid not null,
  actor_id uuid,
  from_status text,
  to_status text not null,
  reason_code text,
  comment text not null,
  changed text[] not null,
  at timestamptz not null,
  from_partner_id uuid,
  to_partner_id uuid,
  deal_amount_before_kop bigint,
  deal_amount_kop bigint,
  request_id text not null default '',
  constraint lead_events_pkey primary key (organization_id, id),
  constraint lead_events_organization_id_from_partner_id_fkey foreign key (organization_id, from_partner_id) references partners(organization_id, id),
  constraint lead_events_organization_id_lead_id_fkey foreign key (organization_id, lead_id) references leads(organization_id, id),
  constraint lead_events_organization_id_to_partner_id_fkey foreign key (organization_id, to_partner_id) references partners(organization_id, id)
);
create index lead_events_at on lead_events (organization_id, at, id);
create index lead_events_lead on lead_events (organization_id, lead_id, at, id);
create trigger lead_events_append_only before delete or update or truncate on lead_events
  for each statement
  execute function refuse_change();
create trigger lead_events_queued after insert on lead_events
  referencing new table as new_rows
  for each statement
  execute function queue_journal_entries();

create table lead_totals (
  organization_id uuid not null,
  program_id uuid not null,
  partner_id uuid,
  status text not null,
  leads bigint not null,
  reward_kop bigint not null default 0,
  constraint lead_totals_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create unique index lead_totals_key on lead_totals (organization_id, program_id, partner_id, status) nulls not distinct;
create index lead_totals_partner on lead_totals (organization_id, partner_id);

create table leads (
  organization_id uuid not null,
  id uuid not null,
  number integer not null,
  version integer not null default 1,
  program_id uuid not null,
  reward_rule_id uuid,
  reward_event text not null,
  partner_id uuid,
  link_id uuid,
  click_id uuid,
  source text not null,
  name text not null,
  phone text not null,
  holds_phone boolean not null,
  email text not null,
  email_key text not null,
  company text not null,
  comment text not null,
  status text not null,
  reason_code text,
  reason_comment text not null default '',
  duplicate_of uuid,
  deal_amount_kop bigint,
  self_referral boolean not null,
  unverified boolean not null,
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  reward_id uuid,
  utm_source text not null default '',
  utm_medium text not null default '',
  utm_campaign text not null default '',
  utm_content text not null default '',
  utm_term text not null default '',
  referrer_host text not null default '',
  earned_by uuid,
  self_referral_matches text[] not null default '{}'::text[],
  same_email_as uuid,
  offered_at timestamptz,
  constraint leads_pkey primary key (organization_id, id),
  constraint leads_organization_id_number_key unique (organization_id, number),
  constraint leads_check check (not holds_phone or (status in ('new', 'in_progress', 'qualified', 'won'))),
  constraint leads_check1 check (duplicate_of <> id),
  constraint leads_check2 check (link_id is null or partner_id is not null),
  constraint leads_check3 check ((source not in ('public_form', 'partner')) or partner_id is not null),
  constraint leads_check4 check ((status in ('rejected', 'lost', 'duplicate')) = (reason_code is not null)),
  constraint leads_check5 check (earned_by <> partner_id),
  constraint leads_deal_amount_kop_check check (deal_amount_kop > 0),
  constraint leads_name_check check (char_length(name) >= 1 and char_length(name) <= 150),
  constraint leads_number_check check (number > 0),
  constraint leads_phone_check check (phone ~ '^\+7[3489][0-9]{9}$'),
  constraint leads_source_check check (source in ('public_form', 'own_site', 'partner', 'organization', 'import')),
  constraint leads_status_check check (status in ('new', 'in_progress', 'qualified', 'won', 'lost', 'rejected', 'duplicate')),
  constraint leads_version_check check (version > 0),
  constraint leads_organization_id_duplicate_of_fkey foreign key (organization_id, duplicate_of) references leads(organization_id, id),
  constraint leads_organization_id_earned_by_fkey foreign key (organization_id, earned_by) references partners(organization_id, id),
  constraint leads_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint leads_organization_id_link_id_program_id_fkey foreign key (organization_id, link_id, program_id) references links(organization_id, id, program_id),
  constraint leads_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id),
  constraint leads_organization_id_program_id_fkey foreign key (organization_id, program_id) references programs(organization_id, id),
  constraint leads_organization_id_program_id_reward_rule_id_reward_eve_fkey foreign key (organization_id, program_id, reward_rule_id, reward_event) references reward_rules(organization_id, program_id, id, event),
  constraint leads_organization_id_reward_id_id_fkey foreign key (organization_id, reward_id, id) references accruals(organization_id, id, lead_id),
  constraint leads_organization_id_same_email_as_fkey foreign key (organization_id, same_email_as) references leads(organization_id, id)
);
create index leads_click on leads (organization_id, click_id) where click_id is not null;
create index leads_created on leads (organization_id, created_at, id);
create index leads_earned_by on leads (organization_id, earned_by) where earned_by is not null;
create index leads_email on leads (organization_id, email_key, created_at) where email_key <> '';
create index leads_link on leads (organization_id, link_id);
create unique index leads_live_phone on leads (organization_id, phone) where holds_phone;
create index leads_offered on leads (organization_id, offered_at) where offered_at is not null and status = 'duplicate';
create index leads_partner on leads (organization_id, partner_id, created_at, id);
create index leads_phone on leads (organization_id, phone, created_at);
create index leads_program on leads (organization_id, program_id, created_at, id);
create index leads_reason on leads (organization_id, reason_code, created_at, id) where reason_code is not null;
create index leads_rewarded on leads (organization_id, partner_id, program_id) where reward_id is not null;
create index leads_same_email on leads (organization_id, same_email_as) where same_email_as is not null;
create index leads_source on leads (organization_id, source, created_at, id);
create index leads_status on leads (organization_id, status, created_at, id);
create index leads_updated on leads (organization_id, updated_at, id);
create index leads_utm_campaign on leads (organization_id, utm_campaign, created_at, id) where utm_campaign <> '';
create index leads_utm_days on leads (organization_id, created_at) include (utm_source, status, deal_amount_kop) where utm_source <> '';
create index leads_utm_source on leads (organization_id, utm_source, created_at, id) where utm_source <> '';
create trigger leads_counted_insert after insert on leads
  referencing new table as new_rows
  for each statement
  execute function count_leads();
create trigger leads_counted_update after update on leads
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function count_leads();

create table limited_forms (
  organization_id uuid not null,
  ceiling text not null,
  object_id uuid not null,
  refused integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint limited_forms_pkey primary key (organization_id, ceiling, object_id),
  constraint limited_forms_ceiling_check check (ceiling in ('link', 'program', 'organization')),
  constraint limited_forms_refused_check check (refused > 0),
  constraint limited_forms_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create index limited_forms_last on limited_forms (last_at);

create table link_codes (
  code text not null,
  organization_id uuid not null,
  link_id uuid not null,
  constraint link_codes_once primary key (code),
  constraint link_codes_code_organization_id_link_id_key unique (code, organization_id, link_id),
  constraint link_codes_code_check check (code ~ '^[a-z0-9-]{3,32}$' and code !~ '^[0-9]+$'),
  constraint link_codes_organization_id_fkey foreign key (organization_id) references organizations(id)
);

create table links (
  organization_id uuid not null,
  id uuid not null,
  enrollment_id uuid not null,
  program_id uuid not null,
  partner_id uuid not null,
  code text not null,
  label text not null,
  active boolean not null default true,
  created_at timestamptz not null,
  constraint links_pkey primary key (organization_id, id),
  constraint links_organization_id_id_program_id_key unique (organization_id, id, program_id),
  constraint links_organization_id_id_program_id_partner_id_key unique (organization_id, id, program_id, partner_id),
  constraint links_label_check check (char_length(label) <= 100),
  constraint links_code_organization_id_id_fkey foreign key (code, organization_id, id) references link_codes(code, organization_id, link_id),
  constraint links_organization_id_enrollment_id_program_id_partner_id_fkey foreign key (organization_id, enrollment_id, program_id, partner_id) references enrollments(organization_id, id, program_id, partner_id)
);
create index links_enrollment on links (organization_id, enrollment_id);
create index links_partner on links (organization_id, partner_id, created_at, id);

create table list_views (
  id uuid not null,
  user_id uuid not null,
  list text not null,
  name text not null,
  name_key text not null,
  query text not null,
  created_at timestamptz not null,
  constraint list_views_pkey primary key (id),
  constraint list_views_name unique (user_id, list, name_key),
  constraint list_views_name_check check (char_length(name) >= 1 and char_length(name) <= 60),
  constraint list_views_query_check check (char_length(query) <= 2000),
  constraint list_views_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table message_channels (
  channel text not null,
  sender text not null,
  is_rehearsal boolean not null,
  bot_id text,
  constraint message_channels_pkey primary key (channel)
);

create table message_choices (
  user_id uuid not null,
  event text not null,
  channel text not null,
  mode text not null,
  constraint message_choices_pkey primary key (user_id, event, channel),
  constraint message_choices_mode_check check (mode in ('off', 'now', 'daily')),
  constraint message_choices_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table messages (
  id uuid not null,
  organization_id uuid,
  user_id uuid,
  event text not null,
  title text not null,
  body text not null,
  path text not null,
  is_secret boolean not null,
  in_bell boolean not null,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint messages_pkey primary key (id),
  constraint messages_check check (not in_bell or user_id is not null and not is_secret),
  constraint messages_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint messages_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index messages_bell on messages (user_id, created_at, id) where in_bell;
create index messages_old on messages (created_at);
create index messages_unread on messages (user_id) where in_bell and read_at is null;

create table month_closings (
  organization_id uuid not null,
  sequence integer not null,
  closed_through date not null,
  reason text not null default '',
  at timestamptz not null,
  actor_id uuid,
  request_id text not null,
  constraint month_closings_pkey primary key (organization_id, sequence),
  constraint month_closings_closed_through_check check (extract(day from closed_through + 1) = 1::numeric),
  constraint month_closings_reason_check check (char_length(reason) <= 1000),
  constraint month_closings_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create trigger month_closings_append_only before delete or update or truncate on month_closings
  for each statement
  execute function refuse_change();

create table opening_balances (
  organization_id uuid not null,
  accrual_id uuid not null,
  partner_id uuid not null,
  as_of date not null,
  external_id text,
  constraint opening_balances_pkey primary key (organization_id, accrual_id),
  constraint opening_balances_external_id_check check (external_id <> ''),
  constraint opening_balances_organization_id_accrual_id_fkey foreign key (organization_id, accrual_id) references accruals(organization_id, id),
  constraint opening_balances_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id)
);
create index opening_balances_external_id on opening_balances (organization_id, external_id) where external_id is not null;
create index opening_balances_partner on opening_balances (organization_id, partner_id, as_of);
create trigger opening_balances_append_only before delete or update or truncate on opening_balances
  for each statement
  execute function refuse_change();

create table organization_accrual_days (
  organization_id uuid not null,
  day date,
  program_id uuid,
  kind text not null,
  status text not null,
  accruals bigint not null,
  amount_kop bigint not null,
  constraint organization_accrual_days_key unique nulls not distinct (organization_id, day, program_id, kind, status),
  constraint organization_accrual_days_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create trigger organization_accrual_days_limit after insert or update on organization_accrual_days
  for each row
  when (new.day is null)
  execute function limit_organization_rewards();

create table organization_click_days (
  organization_id uuid not null,
  day date,
  program_id uuid not null,
  clicks bigint not null,
  unique_clicks bigint not null,
  constraint organization_click_days_key unique nulls not distinct (organization_id, day, program_id),
  constraint organization_click_days_organization_id_fkey foreign key (organization_id) references organizations(id)
);

create table organization_lead_days (
  organization_id uuid not null,
  day date,
  program_id uuid not null,
  source text not null,
  status text not null,
  leads bigint not null,
  deal_kop bigint not null,
  reward_kop bigint not null,
  constraint organization_lead_days_key unique nulls not distinct (organization_id, day, program_id, source, status),
  constraint organization_lead_days_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create trigger organization_lead_days_limit after insert or update on organization_lead_days
  for each row
  when (new.day is null)
  execute function limit_organization_deals();

create table organization_logos (
  organization_id uuid not null,
  id uuid not null,
  type text not null,
  content bytea not null,
  created_at timestamptz not null,
  constraint organization_logos_pkey primary key (organization_id),
  constraint organization_logos_id_key unique (id),
  constraint organization_logos_content_check check (octet_length(content) >= 1 and octet_length(content) <= 40960),
  constraint organization_logos_type_check check (type in ('image/png', 'image/jpeg', 'image/webp')),
  constraint organization_logos_organization_id_fkey foreign key (organization_id) references organizations(id)
);

create table organization_mail (
  organization_id uuid not null,
  host text not null,
  port integer not null,
  encryption text not null,
  user_name text not null,
  password text,
  from_address text not null,
  from_name text not null,
  changed_at timestamptz not null,
  constraint organization_mail_pkey primary key (organization_id),
  constraint organization_mail_check check ((user_name = '') = (password is null)),
  constraint organization_mail_encryption_check check (encryption in ('tls', 'starttls')),
  constraint organization_mail_from_address_check check (from_address <> ''),
  constraint organization_mail_host_check check (host <> ''),
  constraint organization_mail_port_check check (port >= 1 and port <= 65535),
  constraint organization_mail_organization_id_fkey foreign key (organization_id) references organizations(id)
);

create table organization_telegram (
  organization_id uuid not null,
  bot_id text not null,
  bot_name text not null,
  token text not null,
  changed_at timestamptz not null,
  constraint organization_telegram_pkey primary key (organization_id),
  constraint organization_telegram_bot_id_check check (bot_id ~ '^[0-9]+$'),
  constraint organization_telegram_bot_name_check check (bot_name <> ''),
  constraint organization_telegram_organization_id_fkey foreign key (organization_id) references organizations(id)
);

create table organizations (
  id uuid not null,
  name text not null,
  legal_name text not null default '',
  inn text not null default '',
  site text not null default '',
  privacy_policy_url text not null default '',
  default_hold_days integer not null default 14,
  default_min_payout_kop bigint not null default 100000,
  time_zone text not null default 'Europe/Moscow',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  requires_second_approver boolean not null default false,
  kpp text not null default '',
  bank_name text not null default '',
  bank_bik text not null default '',
  bank_account text not null default '',
  bank_corr_account text not null default '',
  brand_color text not null default '',
  partner_kinds text[] not null default '{individual,self_employed,ip,legal}'::text[],
  vat_ip text not null default 'none',
  vat_legal text not null default 'none',
  payment_terms text not null default '',
  bank_files jsonb not null default '{}'::jsonb,
  receipts_required boolean not null default true,
  separate_approver boolean not null default false,
  privacy_policy text not null default '',
  withholds_tax_since timestamptz,
  support_url text not null default '',
  constraint organizations_pkey primary key (id),
  constraint organizations_bank_account_check check (bank_account ~ '^([0-9]{20})?$'),
  constraint organizations_bank_bik_check check (bank_bik ~ '^([0-9]{9})?$'),
  constraint organizations_bank_corr_account_check check (bank_corr_account ~ '^((301[0-9]{2}|40102)[0-9]{15})?$'),
  constraint organizations_bank_name_check check (char_length(bank_name) <= 160),
  constraint organizations_brand_color_check check (brand_color ~ '^(#[0-9a-f]{6})?$'),
  constraint organizations_default_hold_days_check check (default_hold_days >= 0 and default_hold_days <= 365),
  constraint organizations_default_min_payout_kop_check check (default_min_payout_kop >= 0),
  constraint organizations_inn_check check (inn ~ '^([0-9]{10}|[0-9]{12})?$'),
  constraint organizations_kpp_check check (kpp ~ '^([0-9]{4}[0-9A-Z]{2}[0-9]{3})?$'),
  constraint organizations_legal_name_check check (char_length(legal_name) <= 300),
  constraint organizations_name_check check (char_length(name) >= 1 and char_length(name) <= 300),
  constraint organizations_partner_kinds_check check (cardinality(partner_kinds) > 0 and partner_kinds <@ array['individual', 'self_employed', 'ip', 'legal']),
  constraint organizations_payment_terms_check check (char_length(payment_terms) <= 2000),
  constraint organizations_privacy_policy_check check (char_length(privacy_policy) <= 15000),
  constraint organizations_privacy_policy_url_check check (char_length(privacy_policy_url) <= 500),
  constraint organizations_site_check check (char_length(site) <= 500),
  constraint organizations_support_url_check check (char_length(support_url) <= 500),
  constraint organizations_vat_ip_check check (vat_ip in ('none', 'general', 'reduced', 'usn_5', 'usn_7', 'zero')),
  constraint organizations_vat_legal_check check (vat_legal in ('none', 'general', 'reduced', 'usn_5', 'usn_7', 'zero'))
);

create table outside_events (
  organization_id uuid not null,
  id uuid not null,
  channel text not null,
  kind text not null,
  external_id text,
  object_key text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  body text,
  body_hash text not null,
  state text not null,
  cause text not null default '',
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  conflicted_at timestamptz,
  decided_at timestamptz,
  lead_id uuid,
  sale_id uuid,
  waiting_sale_id uuid,
  constraint outside_events_pkey primary key (organization_id, id),
  constraint outside_events_cause_check check (char_length(cause) <= 1000),
  constraint outside_events_channel_check check (channel in ('api', 'own_site', 'crm', 'import')),
  constraint outside_events_check check ( case state when 'received' then next_attempt_at is not null when 'failed' then true else next_attempt_at is null end),
  constraint outside_events_check1 check ((decided_at is null) = (state in ('received', 'unmatched', 'failed'))),
  constraint outside_events_external_id_check check (char_length(external_id) >= 1 and char_length(external_id) <= 200),
  constraint outside_events_kind_check check (kind in ('conversion', 'sale', 'refund', 'deal')),
  constraint outside_events_object_key_check check (char_length(object_key) >= 1 and char_length(object_key) <= 250),
  constraint outside_events_state_check check (state in ('received', 'applied', 'late', 'unmatched', 'failed', 'ignored')),
  constraint outside_events_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint outside_events_organization_id_lead_id_fkey foreign key (organization_id, lead_id) references leads(organization_id, id),
  constraint outside_events_organization_id_sale_id_fkey foreign key (organization_id, sale_id) references sales(organization_id, id),
  constraint outside_events_organization_id_waiting_sale_id_fkey foreign key (organization_id, waiting_sale_id) references waiting_sales(organization_id, id)
);
create index outside_events_body on outside_events (decided_at) where body is not null and decided_at is not null;
create index outside_events_channel on outside_events (organization_id, channel, received_at, id);
create index outside_events_due on outside_events (next_attempt_at) where next_attempt_at is not null;
create unique index outside_events_external_id on outside_events (organization_id, kind, external_id);
create index outside_events_given_up on outside_events (organization_id) where state = 'failed' and next_attempt_at is null;
create index outside_events_lead on outside_events (organization_id, lead_id) where lead_id is not null;
create index outside_events_list on outside_events (organization_id, received_at, id);
create index outside_events_object on outside_events (organization_id, object_key, occurred_at) where state = 'applied';
create index outside_events_queue on outside_events (organization_id, object_key, occurred_at) where next_attempt_at is not null;
create index outside_events_sale on outside_events (organization_id, sale_id) where sale_id is not null;
create index outside_events_state on outside_events (organization_id, state, received_at, id);
create index outside_events_unmatched on outside_events (received_at) where state = 'unmatched';
create index outside_events_waiting_sale on outside_events (organization_id, waiting_sale_id) where waiting_sale_id is not null;

create table partner_balances (
  organization_id uuid not null,
  partner_id uuid not null,
  hold_kop bigint not null default 0,
  review_kop bigint not null default 0,
  available_kop bigint not null default 0,
  reserved_kop bigint not null default 0,
  paid_kop bigint not null default 0,
  available_accruals bigint not null default 0,
  constraint partner_balances_pkey primary key (organization_id, partner_id),
  constraint partner_balances_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create trigger partner_balances_limit after insert or update on partner_balances
  for each row
  execute function limit_partner_balance();

create table partner_spans (
  organization_id uuid not null,
  days integer not null,
  first_day date not null,
  partner_id uuid not null,
  leads bigint not null,
  won bigint not null,
  rewards_kop bigint not null,
  clicks bigint not null,
  deal_kop bigint not null default 0,
  constraint partner_spans_pkey primary key (organization_id, days, first_day, partner_id),
  constraint partner_spans_days_check check (days in (0, 1, 8, 64)),
  constraint partner_spans_organization_id_fkey foreign key (organization_id) references organizations(id)
);

create table partners (
  organization_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  user_id uuid,
  status text not null,
  status_reason text not null default '',
  kind text not null,
  last_name text not null,
  first_name text not null,
  father_name text not null,
  company_name text not null,
  name text not null,
  name_key text not null,
  phone text not null,
  email text not null,
  inn text not null,
  tags text[] not null default '{}'::text[],
  note text not null default '',
  search_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  min_payout_kop bigint,
  contract_kind text not null default 'services',
  employment text not null default 'none',
  employed_until date,
  contract_number text not null default '',
  contract_date date,
  tax_residence text not null default 'resident',
  constraint partners_pkey primary key (organization_id, id),
  constraint partners_phone unique (organization_id, phone),
  constraint partners_user unique (organization_id, user_id),
  constraint partners_check check (inn ~ case when kind = 'legal' then '^([0-9]{10})?$' else '^([0-9]{12})?$' end),
  constraint partners_check1 check (employed_until is null or employment = 'former'),
  constraint partners_contract_kind_check check (contract_kind in ('services', 'agency', 'commission', 'mandate')),
  constraint partners_contract_number_check check (char_length(contract_number) <= 60),
  constraint partners_employment_check check (employment in ('none', 'current', 'former')),
  constraint partners_invited check (status <> 'invited' or user_id is null),
  constraint partners_kind_check check (kind in ('individual', 'self_employed', 'ip', 'legal')),
  constraint partners_min_payout_kop_check check (min_payout_kop >= 0 and min_payout_kop <= 10000000000000),
  constraint partners_name_check check (name <> ''),
  constraint partners_phone_check check (phone ~ '^\+79[0-9]{9}$'),
  constraint partners_status_check check (status in ('invited', 'pending', 'active', 'rejected', 'blocked', 'archived')),
  constraint partners_status_reason_check check (char_length(status_reason) <= 1000),
  constraint partners_tax_residence_check check (tax_residence in ('resident', 'nonresident')),
  constraint partners_version_check check (version > 0),
  constraint partners_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint partners_user_id_fkey foreign key (user_id) references users(id) on delete set null
);
create index partners_created on partners (organization_id, created_at, id);
create index partners_inn on partners (organization_id, inn) where inn <> '';
create index partners_name on partners (organization_id, name_key, id);
create index partners_of_user on partners (user_id) where user_id is not null;
create trigger partners_former_contacts after update of phone, email on partners
  for each row
  when (old.phone is distinct from new.phone or old.email is distinct from new.email)
  execute function save_former_contact();

create table payment_attempt_events (
  organization_id uuid not null,
  payment_id uuid not null,
  sequence integer not null,
  attempt integer not null,
  event text not null,
  reason text not null default '',
  paid_on date,
  external_ref text not null default '',
  at timestamptz not null,
  actor_id uuid,
  request_id text,
  constraint payment_attempt_events_pkey primary key (organization_id, payment_id, sequence),
  constraint payment_attempt_events_event_check check (event in ('processing', 'failed', 'reopened', 'paid', 'returned', 'canceled')),
  constraint payment_attempt_events_sequence_check check (sequence > 0),
  constraint payment_attempt_events_organization_id_payment_id_attempt_fkey foreign key (organization_id, payment_id, attempt) references payment_attempts(organization_id, payment_id, attempt)
);
create trigger payment_attempt_events_append_only before delete or update or truncate on payment_attempt_events
  for each statement
  execute function refuse_change();

create table payment_attempts (
  organization_id uuid not null,
  payment_id uuid not null,
  attempt integer not null,
  amount_kop bigint not null,
  tax_kop bigint not null,
  taxes jsonb,
  accrual_ids uuid[],
  method jsonb,
  purpose text,
  payee_kind text,
  payee_inn text,
  approved_at timestamptz not null,
  approved_by uuid,
  request_id text,
  unknown jsonb not null default '{}'::jsonb,
  constraint payment_attempts_pkey primary key (organization_id, payment_id, attempt),
  constraint payment_attempts_attempt_check check (attempt > 0),
  constraint payment_attempts_known check ((accrual_ids is not null or unknown ? 'accrual_ids') and (method is not null or unknown ? 'method') and (purpose is not null or unknown ? 'purpose') and (payee_kind is not null or unknown ? 'payee_kind') and (payee_inn is not null or unknown ? 'payee_inn')),
  constraint payment_attempts_payee_kind_check check (payee_kind in ('individual', 'self_employed', 'ip', 'legal')),
  constraint payment_attempts_organization_id_payment_id_fkey foreign key (organization_id, payment_id) references payments(organization_id, id)
);
create trigger payment_attempts_append_only before delete or update or truncate on payment_attempts
  for each statement
  execute function refuse_change();

create table payment_checks (
  organization_id uuid not null,
  payment_id uuid not null,
  tx xid8 not null default pg_current_xact_id(),
  constraint payment_checks_pkey primary key (organization_id, payment_id, tx)
);
create constraint trigger payment_checks_at_commit after insert on payment_checks
  deferrable initially deferred
  for each row
  execute function check_payment_sum();

create table payment_totals (
  organization_id uuid not null,
  status text not null,
  payments bigint not null,
  amount_kop bigint not null,
  constraint payment_totals_pkey primary key (organization_id, status),
  constraint payment_totals_organization_id_fkey foreign key (organization_id) references organizations(id)
);

create table payments (
  organization_id uuid not null,
  id uuid not null,
  number integer,
  version integer not null default 1,
  partner_id uuid not null,
  status text not null,
  amount_kop bigint not null,
  purpose text,
  method jsonb,
  requested boolean not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  approved_at timestamptz,
  paid_at timestamptz,
  paid_on date,
  external_ref text not null default '',
  failure_reason text not null default '',
  cancel_reason text not null default '',
  formed_by uuid,
  changed_by uuid[] not null default '{}'::uuid[],
  is_final boolean not null default false,
  taxes jsonb,
  tax_kop bigint not null generated always as (coalesce(((taxes ->> 'tax_kop'))::bigint, (0)::bigint)) stored,
  payee_kind text,
  payee_inn text,
  returned_at timestamptz,
  returned_on date,
  return_reason text not null default '',
  constraint payments_pkey primary key (organization_id, id),
  constraint payments_organization_id_id_partner_id_key unique (organization_id, id, partner_id),
  constraint payments_organization_id_number_key unique (organization_id, number),
  constraint payments_amount_kop_check check (amount_kop > 0),
  constraint payments_approved check ((status not in ('approved', 'processing', 'paid', 'failed', 'returned')) or method is not null and approved_at is not null),
  constraint payments_check2 check ((paid_at is not null) = (paid_on is not null and external_ref <> '')),
  constraint payments_external_ref_check check (char_length(external_ref) <= 100),
  constraint payments_number_check check (number > 0),
  constraint payments_paid check ((status in ('paid', 'returned')) = (paid_at is not null)),
  constraint payments_payee_inn_check check (payee_inn ~ '^([0-9]{10}|[0-9]{12})?$'),
  constraint payments_payee_kind_check check (payee_kind in ('individual', 'self_employed', 'ip', 'legal')),
  constraint payments_purpose_check check (char_length(purpose) >= 1 and char_length(purpose) <= 210),
  constraint payments_return_reason_check check (char_length(return_reason) <= 1000),
  constraint payments_returned check ((status = 'returned') = (returned_at is not null) and (status = 'returned') = (returned_on is not null) and (status = 'returned' or return_reason = '')),
  constraint payments_status_check check (status in ('requested', 'draft', 'approved', 'processing', 'paid', 'failed', 'canceled', 'returned')),
  constraint payments_tax check (tax_kop >= 0 and tax_kop < amount_kop),
  constraint payments_version_check check (version > 0),
  constraint payments_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint payments_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id)
);
create index payments_amount on payments (organization_id, amount_kop, id);
create index payments_created on payments (organization_id, created_at, id);
create index payments_paid on payments (organization_id, paid_on) where paid_on is not null;
create index payments_partner on payments (organization_id, partner_id, created_at, id);
create index payments_returned on payments (organization_id, returned_on) where status = 'returned';
create index payments_status on payments (organization_id, status, created_at, id);
create index payments_taxed on payments (organization_id, paid_on, id) where taxes is not null and (status in ('paid', 'returned'));
create index payments_updated on payments (organization_id, updated_at, id);
create trigger payments_check_insert after insert on payments
  referencing new table as new_rows
  for each statement
  execute function require_payment_check();
create trigger payments_check_update after update on payments
  referencing new table as new_rows
  for each statement
  execute function require_payment_check();
create trigger payments_closed_month_insert after insert on payments
  referencing new table as new_rows
  for each statement
  execute function refuse_closed_month();
create trigger payments_closed_month_update after update on payments
  referencing new table as new_rows
  for each statement
  execute function refuse_closed_month();
create trigger payments_not_deleted before delete on payments
  for each row
  execute function refuse_settled_change();
create trigger payments_recorded_insert after insert on payments
  referencing new table as new_rows
  for each statement
  execute function record_payments();
create trigger payments_recorded_update after update on payments
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function record_payments();
create trigger payments_settled before update on payments
  for each row
  when ((old.status in ('paid', 'canceled', 'returned')) and not (old.status = 'paid' and new.status = 'returned' and not (new.organization_id is distinct from old.organization_id or new.id is distinct from old.id or new.number is distinct from old.number or new.partner_id is distinct from old.partner_id or new.amount_kop is distinct from old.amount_kop or new.purpose is distinct from old.purpose or new.method is distinct from old.method or new.taxes is distinct from old.taxes or new.payee_kind is distinct from old.payee_kind or new.payee_inn is distinct from old.payee_inn or new.requested is distinct from old.requested or new.is_final is distinct from old.is_final or new.created_by is distinct from old.created_by or new.formed_by is distinct from old.formed_by or new.changed_by is distinct from old.changed_by or new.created_at is distinct from old.created_at or new.approved_at is distinct from old.approved_at or new.paid_at is distinct from old.paid_at or new.paid_on is distinct from old.paid_on or new.external_ref is distinct from old.external_ref or new.failure_reason is distinct from old.failure_reason or new.cancel_reason is distinct from old.cancel_reason)) or new.partner_id <> old.partner_id or new.number <> old.number or new.amount_kop <> old.amount_kop and (old.status not in ('requested', 'draft')))
  execute function refuse_settled_change();
create trigger payments_taxes_settled before update on payments
  for each row
  when (old.taxes is distinct from new.taxes and (new.status <> 'approved' or (old.status not in ('draft', 'failed'))))
  execute function refuse_tax_change();
create trigger payments_transition before update on payments
  for each row
  when (old.status <> new.status and (((old.status || '>') || new.status) not in ('requested>draft', 'requested>canceled', 'draft>approved', 'draft>canceled', 'approved>processing', 'approved>paid', 'approved>canceled', 'processing>paid', 'processing>failed', 'failed>approved', 'failed>canceled', 'paid>returned')))
  execute function refuse_transition();

create table payout_methods (
  organization_id uuid not null,
  id uuid not null,
  partner_id uuid not null,
  kind text not null,
  bank text not null,
  phone text not null,
  last4 text not null,
  token text not null,
  bik text not null,
  account text not null,
  default_since timestamptz,
  created_at timestamptz not null,
  archived_at timestamptz,
  corr_account text not null default '',
  kpp text not null default '',
  is_proven boolean not null default false,
  constraint payout_methods_pkey primary key (organization_id, id),
  constraint payout_methods_bank_check check (char_length(bank) >= 1 and char_length(bank) <= 100),
  constraint payout_methods_bik check (bik ~ case kind when 'bank_account' then '^[0-9]{9}$' when 'sbp' then '^([0-9]{9})?$' else '^$' end),
  constraint payout_methods_check check (phone ~ case when kind = 'sbp' then '^\+79[0-9]{9}$' else '^$' end),
  constraint payout_methods_check1 check (last4 ~ case when kind = 'card' then '^[0-9]{4}$' else '^$' end),
  constraint payout_methods_check2 check (kind = 'card' or token = ''),
  constraint payout_methods_check3 check (not is_proven or default_since is not null),
  constraint payout_methods_check4 check (account ~ case when kind = 'bank_account' then '^[0-9]{20}$' else '^$' end),
  constraint payout_methods_check5 check (default_since is null or archived_at is null),
  constraint payout_methods_corr_account_check check (corr_account ~ '^((301[0-9]{2}|40102)[0-9]{15})?$'),
  constraint payout_methods_kind_check check (kind in ('sbp', 'card', 'bank_account')),
  constraint payout_methods_kpp_check check (kpp ~ '^([0-9]{4}[0-9A-Z]{2}[0-9]{3})?$'),
  constraint payout_methods_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id)
);
create index payout_methods_account on payout_methods (organization_id, account) where account <> '' and archived_at is null;
create unique index payout_methods_default on payout_methods (organization_id, partner_id) where default_since is not null;
create index payout_methods_partner on payout_methods (organization_id, partner_id);
create index payout_methods_phone on payout_methods (organization_id, phone) where phone <> '' and archived_at is null;

create table period_closes (
  organization_id uuid not null,
  id uuid not null,
  partner_id uuid not null,
  program_id uuid not null,
  period text not null,
  starts_on date not null,
  next_on date not null,
  due_on date,
  target_kop bigint not null default 0,
  calculation jsonb,
  closed_at timestamptz,
  constraint period_closes_pkey primary key (organization_id, id),
  constraint period_closes_organization_id_id_partner_id_program_id_key unique (organization_id, id, partner_id, program_id),
  constraint period_closes_organization_id_partner_id_program_id_period__key unique (organization_id, partner_id, program_id, period, starts_on),
  constraint period_closes_closed check ( case when closed_at is null then due_on is not null and calculation is null and target_kop = 0 else calculation is not null end),
  constraint period_closes_due check (due_on >= next_on),
  constraint period_closes_first check (starts_on = date_trunc(period, starts_on::timestamp without time zone)::date and next_on > starts_on),
  constraint period_closes_period_check check (period in ('month', 'quarter', 'year')),
  constraint period_closes_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id),
  constraint period_closes_organization_id_program_id_fkey foreign key (organization_id, program_id) references programs(organization_id, id)
);
create index period_closes_due_on on period_closes (due_on) where due_on is not null;
create constraint trigger period_closes_sum after insert or update of target_kop on period_closes
  deferrable initially deferred
  for each row
  execute function check_period_sum();

create table personal_terms (
  organization_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  enrollment_id uuid not null,
  reward_rule_id uuid not null,
  starts_on date not null,
  ends_on date,
  reason text not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint personal_terms_pkey primary key (organization_id, id),
  constraint personal_terms_check check (ends_on >= starts_on),
  constraint personal_terms_reason_check check (reason <> ''),
  constraint personal_terms_version_check check (version > 0),
  constraint personal_terms_created_by_fkey foreign key (created_by) references users(id) on delete set null,
  constraint personal_terms_organization_id_enrollment_id_fkey foreign key (organization_id, enrollment_id) references enrollments(organization_id, id),
  constraint personal_terms_organization_id_reward_rule_id_fkey foreign key (organization_id, reward_rule_id) references reward_rules(organization_id, id)
);
create index personal_terms_enrollment on personal_terms (organization_id, enrollment_id, starts_on);

create table program_groups (
  organization_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  program_id uuid not null,
  name text not null,
  name_key text not null,
  is_default boolean not null,
  reward_rule_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint program_groups_pkey primary key (organization_id, id),
  constraint program_groups_name unique (organization_id, program_id, name_key),
  constraint program_groups_organization_id_program_id_id_key unique (organization_id, program_id, id),
  constraint program_groups_name_check check (char_length(name) >= 2 and char_length(name) <= 60),
  constraint program_groups_version_check check (version > 0),
  constraint program_groups_organization_id_program_id_fkey foreign key (organization_id, program_id) references programs(organization_id, id) on delete cascade,
  constraint program_groups_organization_id_reward_rule_id_fkey foreign key (organization_id, reward_rule_id) references reward_rules(organization_id, id)
);
create unique index program_groups_default on program_groups (organization_id, program_id) where is_default;

create table program_spending (
  organization_id uuid not null,
  program_id uuid not null,
  spent_kop bigint not null default 0,
  constraint program_spending_pkey primary key (organization_id, program_id),
  constraint program_spending_organization_id_fkey foreign key (organization_id) references organizations(id)
);

create table programs (
  organization_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  status text not null,
  name text not null,
  name_key text not null,
  description text not null,
  reward_event text not null,
  reward_rule_id uuid,
  consent_text_id uuid,
  hold_days integer not null,
  budget_kop bigint,
  join_policy text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  attribution_window_days integer not null,
  duplicate_window_days integer not null,
  landing jsonb not null,
  ad_label text not null,
  ad_erid text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  join_code text not null,
  landing_mode text not null default 'page',
  landing_url text not null default '',
  attribution text not null default 'last',
  constraint programs_pkey primary key (organization_id, id),
  constraint programs_attribution_check check (attribution in ('last', 'first')),
  constraint programs_attribution_window_days_check check (attribution_window_days >= 1 and attribution_window_days <= 365),
  constraint programs_budget_kop_check check (budget_kop > 0),
  constraint programs_check check (ends_at > starts_at),
  constraint programs_check1 check (status = 'draft' or reward_rule_id is not null and consent_text_id is not null),
  constraint programs_description_check check (char_length(description) <= 5000),
  constraint programs_duplicate_window_days_check check (duplicate_window_days >= 1 and duplicate_window_days <= 3650),
  constraint programs_hold_days_check check (hold_days >= 0 and hold_days <= 365),
  constraint programs_join_policy_check check (join_policy in ('open', 'by_request', 'closed')),
  constraint programs_landing_check check (landing_mode = 'page' or landing_url <> ''),
  constraint programs_landing_mode_check check (landing_mode in ('page', 'redirect')),
  constraint programs_landing_url_check check (char_length(landing_url) <= 500),
  constraint programs_name_check check (char_length(name) >= 3 and char_length(name) <= 120),
  constraint programs_reward_event_check check (reward_event in ('lead_qualified', 'deal_won')),
  constraint programs_status_check check (status in ('draft', 'active', 'paused', 'archived')),
  constraint programs_version_check check (version > 0),
  constraint programs_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint programs_organization_id_id_consent_text_id_fkey foreign key (organization_id, id, consent_text_id) references consent_texts(organization_id, program_id, id),
  constraint programs_organization_id_id_reward_rule_id_reward_event_fkey foreign key (organization_id, id, reward_rule_id, reward_event) references reward_rules(organization_id, program_id, id, event)
);
create index programs_created on programs (organization_id, created_at, id);
create unique index programs_join_code on programs (join_code);
create unique index programs_live_name on programs (organization_id, name_key) where status <> 'archived';
create trigger programs_join_code before insert on programs
  for each row
  execute function set_join_code();

create table quiet_hours (
  user_id uuid not null,
  quiet_from text,
  quiet_until text,
  constraint quiet_hours_pkey primary key (user_id),
  constraint quiet_hours_check check ((quiet_from is null) = (quiet_until is null)),
  constraint quiet_hours_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table rate_limits (
  key text not null,
  hits integer not null,
  expires_at timestamptz not null,
  constraint rate_limits_pkey primary key (key)
);
create index rate_limits_expiry on rate_limits (expires_at);

create table receipts (
  organization_id uuid not null,
  payment_id uuid not null,
  partner_id uuid not null,
  status text not null,
  due_on date not null,
  number text not null default '',
  link_inn text not null default '',
  problem text not null default '',
  given_at timestamptz,
  checked_at timestamptz,
  checks integer not null default 0,
  check_at timestamptz,
  lease uuid,
  leased_until timestamptz,
  reminded_on date,
  created_at timestamptz not null,
  constraint receipts_pkey primary key (organization_id, payment_id),
  constraint receipts_check check ((number = '') = (status = 'awaited')),
  constraint receipts_check1 check ((lease is null) = (leased_until is null)),
  constraint receipts_number_check check (number ~ '^([0-9A-Za-z]{6,40})?$'),
  constraint receipts_status_check check (status in ('awaited', 'received', 'mismatched', 'annulled', 'to_annul', 'closed')),
  constraint receipts_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id) on delete cascade,
  constraint receipts_organization_id_payment_id_fkey foreign key (organization_id, payment_id) references payments(organization_id, id) on delete cascade
);
create index receipts_check on receipts (check_at) where check_at is not null;
create index receipts_due on receipts (organization_id, due_on, payment_id);
create unique index receipts_number on receipts (organization_id, lower(number)) where number <> '';
create index receipts_partner on receipts (organization_id, partner_id) where status in ('awaited', 'mismatched', 'annulled');

create table registries (
  organization_id uuid not null,
  id uuid not null,
  number integer not null,
  version integer not null default 1,
  kind text not null,
  status text not null,
  cancel_reason text not null default '',
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  approved_by uuid,
  approved_at timestamptz,
  sent_at timestamptz,
  closed_at timestamptz,
  changed_by uuid[] not null default '{}'::uuid[],
  constraint registries_pkey primary key (organization_id, id),
  constraint registries_organization_id_number_key unique (organization_id, number),
  constraint registries_cancel_reason_check check (char_length(cancel_reason) <= 1000),
  constraint registries_check check ((status in ('draft', 'canceled')) or approved_at is not null),
  constraint registries_check1 check ((status = 'closed') = (closed_at is not null)),
  constraint registries_kind_check check (kind in ('sbp', 'card', 'bank_account')),
  constraint registries_number_check check (number > 0),
  constraint registries_status_check check (status in ('draft', 'approved', 'sent', 'closed', 'canceled')),
  constraint registries_version_check check (version > 0),
  constraint registries_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create index registries_created on registries (organization_id, created_at, id);
create trigger registries_transition before update on registries
  for each row
  when (old.status <> new.status and (((old.status || '>') || new.status) not in ('draft>approved', 'draft>canceled', 'approved>sent', 'approved>closed', 'approved>canceled', 'sent>closed')))
  execute function refuse_transition();

create table registry_payments (
  organization_id uuid not null,
  registry_id uuid not null,
  payment_id uuid not null,
  amount_kop bigint not null,
  method jsonb not null,
  state text not null default 'open',
  tax_kop bigint not null default 0,
  constraint registry_payments_pkey primary key (organization_id, registry_id, payment_id),
  constraint registry_payments_amount_kop_check check (amount_kop > 0),
  constraint registry_payments_state_check check (state in ('open', 'paid', 'failed', 'returned', 'out')),
  constraint registry_payments_tax check (tax_kop >= 0 and tax_kop < amount_kop),
  constraint registry_payments_organization_id_payment_id_fkey foreign key (organization_id, payment_id) references payments(organization_id, id),
  constraint registry_payments_organization_id_registry_id_fkey foreign key (organization_id, registry_id) references registries(organization_id, id)
);
create unique index registry_payments_live on registry_payments (organization_id, payment_id) where state in ('open', 'paid');

create table reward_rules (
  organization_id uuid not null,
  program_id uuid not null,
  id uuid not null,
  version integer not null,
  event text not null,
  kind text not null,
  fixed_kop bigint,
  percent_bps integer,
  tiers jsonb,
  cap_per_lead_kop bigint,
  created_by uuid,
  created_at timestamptz not null,
  label text not null default '',
  hold_days integer,
  applies_to text not null default 'first_sale',
  applies_to_limit integer,
  base text not null default 'gross',
  cap_per_client_kop bigint,
  measure text not null default 'count',
  period text not null default 'life',
  lines jsonb,
  mode text not null default 'next',
  cap_per_partner_kop bigint,
  cap_period text,
  constraint reward_rules_pkey primary key (organization_id, id),
  constraint reward_rules_organization_id_program_id_id_event_key unique (organization_id, program_id, id, event),
  constraint reward_rules_organization_id_program_id_version_key unique (organization_id, program_id, version),
  constraint reward_rules_applies_to_check check (applies_to in ('first_sale', 'sales_for_months', 'lifetime', 'first_sales')),
  constraint reward_rules_applies_to_limit check ( case applies_to when 'sales_for_months' then applies_to_limit is not null and applies_to_limit >= 1 and applies_to_limit <= 120 when 'first_sales' then applies_to_limit is not null and applies_to_limit >= 2 and applies_to_limit <= 100 else applies_to_limit is null end),
  constraint reward_rules_base check (base = 'gross' or kind = 'percent'),
  constraint reward_rules_base_check check (base in ('gross', 'net_of_vat')),
  constraint reward_rules_cap_per_client_kop_check check (cap_per_client_kop > 0),
  constraint reward_rules_cap_per_lead_kop_check check (cap_per_lead_kop > 0),
  constraint reward_rules_cap_per_partner_kop_check check (cap_per_partner_kop > 0),
  constraint reward_rules_cap_period_check check (cap_period in ('month', 'quarter', 'year', 'life')),
  constraint reward_rules_check check (kind <> 'percent' or event = 'deal_won'),
  constraint reward_rules_check1 check ((kind = 'fixed') = (fixed_kop is not null)),
  constraint reward_rules_check2 check ((kind = 'percent') = (percent_bps is not null)),
  constraint reward_rules_check3 check ((kind = 'tiered') = (tiers is not null)),
  constraint reward_rules_event_check check (event in ('lead_qualified', 'deal_won')),
  constraint reward_rules_fixed_kop_check check (fixed_kop > 0),
  constraint reward_rules_hold_days_check check (hold_days >= 0 and hold_days <= 365),
  constraint reward_rules_kind_check check (kind in ('fixed', 'percent', 'tiered')),
  constraint reward_rules_later_sales check (applies_to = 'first_sale' and cap_per_client_kop is null or event = 'deal_won' and (kind <> 'tiered' or measure = 'turnover' and mode = 'next' and cap_per_client_kop is null)),
  constraint reward_rules_lines check (lines is null or event = 'deal_won' and kind <> 'tiered' and case when jsonb_typeof(lines) = 'array' then jsonb_array_length(lines) >= 1 and jsonb_array_length(lines) <= 20 else false end),
  constraint reward_rules_measure_check check (measure in ('count', 'turnover')),
  constraint reward_rules_mode check (mode = 'next' or kind = 'tiered' and period <> 'life'),
  constraint reward_rules_mode_check check (mode in ('next', 'whole_period')),
  constraint reward_rules_partner_cap check ((cap_per_partner_kop is null) = (cap_period is null) and (cap_per_partner_kop is null or mode = 'next')),
  constraint reward_rules_percent_bps_check check (percent_bps >= 1 and percent_bps <= 10000),
  constraint reward_rules_period_check check (period in ('month', 'quarter', 'year', 'life')),
  constraint reward_rules_step_share check (event = 'deal_won' or tiers is null or not jsonb_path_exists(tiers, '$[*]."percent_bps"'::jsonpath)),
  constraint reward_rules_steps check (kind = 'tiered' or measure = 'count' and period = 'life'),
  constraint reward_rules_turnover check (event = 'deal_won' or measure = 'count'),
  constraint reward_rules_version_check check (version > 0),
  constraint reward_rules_created_by_fkey foreign key (created_by) references users(id) on delete set null,
  constraint reward_rules_organization_id_program_id_fkey foreign key (organization_id, program_id) references programs(organization_id, id) on delete cascade
);
create trigger reward_rules_immutable before update on reward_rules
  for each row
  execute function refuse_change();

create table sales (
  organization_id uuid not null,
  id uuid not null,
  number integer not null,
  version integer not null default 1,
  client_id uuid not null,
  attachment_id uuid,
  lead_id uuid,
  external_id text,
  amount_kop bigint,
  refunded_kop bigint not null default 0,
  vat_kop bigint,
  paid_on date not null,
  product text not null default '',
  source text not null,
  refund_of uuid,
  comment text not null default '',
  canceled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  reward_id uuid,
  constraint sales_pkey primary key (organization_id, id),
  constraint sales_organization_id_number_key unique (organization_id, number),
  constraint sales_amount_kop_check check (amount_kop > 0),
  constraint sales_check check (refunded_kop <= coalesce(amount_kop, 0::bigint)),
  constraint sales_check1 check (vat_kop < amount_kop),
  constraint sales_check2 check (amount_kop is not null or lead_id is not null),
  constraint sales_check3 check (refund_of is null or lead_id is null and refunded_kop = 0),
  constraint sales_comment_check check (char_length(comment) <= 1000),
  constraint sales_external_id_check check (char_length(external_id) >= 1 and char_length(external_id) <= 100),
  constraint sales_number_check check (number > 0),
  constraint sales_product_check check (char_length(product) <= 64),
  constraint sales_refunded_kop_check check (refunded_kop >= 0),
  constraint sales_source_check check (source in ('manual', 'api', 'import', 'bank_statement', 'crm')),
  constraint sales_vat_kop_check check (vat_kop >= 0),
  constraint sales_version_check check (version > 0),
  constraint sales_organization_id_attachment_id_fkey foreign key (organization_id, attachment_id) references attachments(organization_id, id),
  constraint sales_organization_id_client_id_fkey foreign key (organization_id, client_id) references clients(organization_id, id),
  constraint sales_organization_id_lead_id_fkey foreign key (organization_id, lead_id) references leads(organization_id, id),
  constraint sales_organization_id_refund_of_fkey foreign key (organization_id, refund_of) references sales(organization_id, id),
  constraint sales_organization_id_reward_id_id_fkey foreign key (organization_id, reward_id, id) references accruals(organization_id, id, sale_id)
);
create index sales_attachment on sales (organization_id, attachment_id, paid_on) where attachment_id is not null;
create index sales_client on sales (organization_id, client_id, (paid_on - '2000-01-01'::date), id);
create unique index sales_external_id on sales (organization_id, external_id) where external_id is not null;
create unique index sales_lead on sales (organization_id, lead_id) where lead_id is not null;
create index sales_paid on sales (organization_id, (paid_on - '2000-01-01'::date), id);
create index sales_refunds on sales (organization_id, refund_of) where refund_of is not null;
create trigger sales_summed after insert or update on sales
  for each row
  when (new.refund_of is null)
  execute function sum_sales();

create table sessions (
  id uuid not null,
  user_id uuid not null,
  current_token text not null,
  spent_tokens jsonb not null default '[]'::jsonb,
  created_at timestamptz not null,
  refreshed_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text not null default '',
  end_reason text,
  constraint sessions_pkey primary key (id),
  constraint sessions_end_reason_check check (end_reason in ('ended', 'password', 'switched_off', 'reused')),
  constraint sessions_user_agent_check check (char_length(user_agent) <= 500),
  constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade
) with (fillfactor=50);
create index sessions_expiry on sessions (expires_at);
create index sessions_user on sessions (user_id);

create table site_forms (
  organization_id uuid not null,
  id uuid not null,
  program_id uuid not null,
  inbound_hash text not null,
  inbound_secret text not null,
  is_on boolean not null default true,
  last_at timestamptz,
  last_result text,
  last_problem text not null default '',
  created_by uuid,
  created_at timestamptz not null,
  constraint site_forms_pkey primary key (organization_id, id),
  constraint site_forms_inbound_hash_key unique (inbound_hash),
  constraint site_forms_organization_id_program_id_key unique (organization_id, program_id),
  constraint site_forms_check check ((last_at is null) = (last_result is null)),
  constraint site_forms_last_result_check check (last_result in ('test', 'accepted', 'refused')),
  constraint site_forms_created_by_fkey foreign key (created_by) references users(id),
  constraint site_forms_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint site_forms_organization_id_program_id_fkey foreign key (organization_id, program_id) references programs(organization_id, id) on delete cascade
);

create table tax_checks (
  organization_id uuid not null,
  partner_id uuid not null,
  inn text not null,
  batch_id uuid not null,
  status text not null,
  attempts integer not null default 0,
  problem text not null default '',
  due_at timestamptz not null,
  requested_at timestamptz not null,
  lease uuid,
  leased_until timestamptz,
  constraint tax_checks_pkey primary key (organization_id, partner_id),
  constraint tax_checks_check check ((status = 'taken') = (lease is not null)),
  constraint tax_checks_check1 check ((lease is null) = (leased_until is null)),
  constraint tax_checks_status_check check (status in ('waiting', 'taken', 'done', 'failed')),
  constraint tax_checks_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id) on delete cascade
);
create index tax_checks_due on tax_checks (due_at) where status in ('waiting', 'taken');

create table tax_statuses (
  organization_id uuid not null,
  partner_id uuid not null,
  inn text not null,
  status text not null,
  checked_on date not null,
  checked_at timestamptz not null,
  constraint tax_statuses_pkey primary key (organization_id, partner_id),
  constraint tax_statuses_status_check check (status in ('active', 'lost')),
  constraint tax_statuses_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id) on delete cascade
);

create table telegram_chats (
  user_id uuid not null,
  chat_id text not null,
  linked_at timestamptz not null,
  bot_id text not null,
  sender_id uuid,
  constraint telegram_chats_pkey primary key (user_id, bot_id),
  constraint telegram_chats_bot_id_chat_id_key unique (bot_id, chat_id),
  constraint telegram_chats_sender_id_fkey foreign key (sender_id) references organizations(id),
  constraint telegram_chats_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table telegram_polls (
  bot text not null,
  holder uuid not null,
  held_until timestamptz not null,
  next_update bigint not null,
  constraint telegram_polls_pkey primary key (bot)
);

create table telegram_starts (
  user_id uuid not null,
  token_hash text not null,
  expires_at timestamptz not null,
  bot_id text not null,
  constraint telegram_starts_pkey primary key (user_id, bot_id),
  constraint telegram_starts_token_hash_key unique (token_hash),
  constraint telegram_starts_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table transfer_debts (
  organization_id uuid not null,
  accrual_id uuid not null,
  payment_id uuid not null,
  constraint transfer_debts_pkey primary key (organization_id, accrual_id),
  constraint transfer_debts_organization_id_accrual_id_fkey foreign key (organization_id, accrual_id) references accruals(organization_id, id),
  constraint transfer_debts_organization_id_payment_id_fkey foreign key (organization_id, payment_id) references payments(organization_id, id)
);
create index transfer_debts_payment on transfer_debts (organization_id, payment_id);
create trigger transfer_debts_append_only before delete or update or truncate on transfer_debts
  for each statement
  execute function refuse_change();
create trigger transfer_debts_payment_check after insert on transfer_debts
  referencing new table as new_rows
  for each statement
  execute function require_payment_check_of_transfers();

create table transfer_matches (
  organization_id uuid not null,
  id uuid not null,
  transfer_id uuid not null,
  payment_id uuid,
  confirmed_id uuid,
  amount_kop bigint not null,
  matched_at timestamptz not null,
  matched_by uuid,
  constraint transfer_matches_pkey primary key (organization_id, id),
  constraint transfer_matches_amount_kop_check check (amount_kop > 0),
  constraint transfer_matches_check check (num_nonnulls(payment_id, confirmed_id) = 1),
  constraint transfer_matches_organization_id_confirmed_id_fkey foreign key (organization_id, confirmed_id) references transfers(organization_id, id),
  constraint transfer_matches_organization_id_payment_id_fkey foreign key (organization_id, payment_id) references payments(organization_id, id),
  constraint transfer_matches_organization_id_transfer_id_fkey foreign key (organization_id, transfer_id) references transfers(organization_id, id)
);
create index transfer_matches_confirmed on transfer_matches (organization_id, confirmed_id) where confirmed_id is not null;
create unique index transfer_matches_payment on transfer_matches (organization_id, payment_id, transfer_id) where payment_id is not null;
create index transfer_matches_transfer on transfer_matches (organization_id, transfer_id);
create trigger transfer_matches_append_only before delete or update or truncate on transfer_matches
  for each statement
  execute function refuse_change();
create trigger transfer_matches_payment_check after insert on transfer_matches
  referencing new table as new_rows
  for each statement
  execute function require_payment_check_of_transfers();

create table transfers (
  organization_id uuid not null,
  id uuid not null,
  kind text not null,
  source text not null,
  value_date date,
  document_number text not null,
  amount_kop bigint not null,
  own_account text not null,
  partner_id uuid,
  payee text not null,
  payee_account text not null,
  purpose text not null,
  reason text not null default '',
  notes text[] not null default '{}'::text[],
  file_sha256 text,
  bank_document_id uuid,
  unknown text[] not null default '{}'::text[],
  entered_at timestamptz not null,
  entered_by uuid,
  request_id text not null,
  constraint transfers_pkey primary key (organization_id, id),
  constraint transfers_amount_kop_check check (amount_kop > 0),
  constraint transfers_check check (value_date is not null or kind = 'refused'),
  constraint transfers_check1 check (reason = '' or kind <> 'sent'),
  constraint transfers_check2 check ((source = 'statement') = (bank_document_id is not null)),
  constraint transfers_document_number_check check (char_length(document_number) <= 100),
  constraint transfers_file_sha256_check check (file_sha256 ~ '^[0-9a-f]{64}$'),
  constraint transfers_kind_check check (kind in ('sent', 'refused', 'returned')),
  constraint transfers_reason_check check (char_length(reason) <= 1000),
  constraint transfers_source_check check (source in ('statement', 'file', 'manual')),
  constraint transfers_organization_id_bank_document_id_fkey foreign key (organization_id, bank_document_id) references bank_documents(organization_id, id),
  constraint transfers_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint transfers_organization_id_partner_id_fkey foreign key (organization_id, partner_id) references partners(organization_id, id)
);
create unique index transfers_bank_document on transfers (organization_id, bank_document_id) where bank_document_id is not null;
create index transfers_noted on transfers (organization_id, entered_at, id) where notes <> '{}'::text[];
create index transfers_number on transfers (organization_id, document_number);
create trigger transfers_append_only before delete or update or truncate on transfers
  for each statement
  execute function refuse_change();
create trigger transfers_closed_month after insert on transfers
  referencing new table as new_rows
  for each statement
  execute function refuse_closed_month();

create table users (
  id uuid not null,
  phone text not null,
  password_hash text not null,
  role text,
  first_name text not null default '',
  last_name text not null default '',
  father_name text not null default '',
  email text not null default '',
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  organization_id uuid,
  position text,
  switched_off_at timestamptz,
  switched_off_by uuid,
  phone_changed_at timestamptz,
  email_confirmed_at timestamptz,
  owner_since timestamptz,
  constraint users_pkey primary key (id),
  constraint users_phone_key unique (phone),
  constraint users_check check (email_confirmed_at is null or email <> ''),
  constraint users_email_check check (char_length(email) <= 254),
  constraint users_father_name_check check (char_length(father_name) <= 150),
  constraint users_first_name_check check (char_length(first_name) <= 150),
  constraint users_last_name_check check (char_length(last_name) <= 150),
  constraint users_organization check ((not role is distinct from 'organization') = (organization_id is not null)),
  constraint users_phone_check check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  constraint users_position check (("position" is not null) = (not role is distinct from 'organization')),
  constraint users_position_check check ("position" in ('owner', 'manager', 'accountant', 'viewer')),
  constraint users_role_check check (role in ('organization', 'partner')),
  constraint users_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create index users_organization_id on users (organization_id);
create trigger users_former_contacts after update of phone, email on users
  for each row
  when (old.phone is distinct from new.phone or old.email is distinct from new.email)
  execute function save_former_contact();

create table waiting_sales (
  organization_id uuid not null,
  id uuid not null,
  status text not null,
  name text not null,
  phone text,
  email text not null,
  email_key text not null,
  inn text not null,
  client_external_id text,
  program_id uuid,
  amount_kop bigint not null,
  vat_kop bigint,
  paid_on date not null,
  product text not null,
  comment text not null,
  external_id text,
  reason text not null default '',
  client_id uuid,
  sale_id uuid,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint waiting_sales_pkey primary key (organization_id, id),
  constraint waiting_sales_amount_kop_check check (amount_kop > 0),
  constraint waiting_sales_check check (vat_kop > 0 and vat_kop < amount_kop),
  constraint waiting_sales_check1 check ((status = 'waiting') = (closed_at is null)),
  constraint waiting_sales_check2 check (sale_id is null or status = 'matched'),
  constraint waiting_sales_client_external_id_check check (char_length(client_external_id) >= 1 and char_length(client_external_id) <= 100),
  constraint waiting_sales_external_id_check check (char_length(external_id) >= 1 and char_length(external_id) <= 100),
  constraint waiting_sales_name_check check (char_length(name) <= 200),
  constraint waiting_sales_phone_check check (phone ~ '^\+7[3489][0-9]{9}$'),
  constraint waiting_sales_reason_check check (char_length(reason) <= 1000),
  constraint waiting_sales_status_check check (status in ('waiting', 'matched', 'rejected', 'expired')),
  constraint waiting_sales_organization_id_client_id_fkey foreign key (organization_id, client_id) references clients(organization_id, id),
  constraint waiting_sales_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint waiting_sales_organization_id_program_id_fkey foreign key (organization_id, program_id) references programs(organization_id, id),
  constraint waiting_sales_organization_id_sale_id_fkey foreign key (organization_id, sale_id) references sales(organization_id, id)
);
create index waiting_sales_age on waiting_sales (created_at) where status = 'waiting';
create index waiting_sales_client on waiting_sales (organization_id, client_id) where client_id is not null;
create index waiting_sales_client_external_id on waiting_sales (organization_id, client_external_id) where status = 'waiting' and client_external_id <> '';
create index waiting_sales_contacts on waiting_sales (closed_at) where status <> 'waiting' and (name <> '' or phone is not null or email <> '' or inn <> '' or client_external_id is not null or comment <> '');
create index waiting_sales_email_key on waiting_sales (organization_id, email_key) where status = 'waiting' and email_key <> '';
create unique index waiting_sales_external_id on waiting_sales (organization_id, external_id) where status = 'waiting' and external_id is not null;
create index waiting_sales_inn on waiting_sales (organization_id, inn) where status = 'waiting' and inn <> '';
create index waiting_sales_open on waiting_sales (organization_id, created_at, id) where status = 'waiting';
create index waiting_sales_phone on waiting_sales (organization_id, phone) where status = 'waiting' and phone <> '';
create index waiting_sales_program on waiting_sales (organization_id, program_id) where program_id is not null;
create index waiting_sales_sale on waiting_sales (organization_id, sale_id) where sale_id is not null;

create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  object_id uuid not null,
  sequence integer not null,
  is_resend boolean not null default false,
  status text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  first_attempt_at timestamptz,
  attempted_at timestamptz,
  lease uuid,
  leased_until timestamptz,
  response_status integer,
  response text not null default '',
  problem text not null default '',
  duration_ms integer,
  created_at timestamptz not null,
  constraint webhook_deliveries_pkey primary key (organization_id, id),
  constraint webhook_deliveries_check check ((status = 'taken') = (lease is not null)),
  constraint webhook_deliveries_check1 check ((lease is null) = (leased_until is null)),
  constraint webhook_deliveries_status_check check (status in ('waiting', 'taken', 'sent', 'failed')),
  constraint webhook_deliveries_organization_id_event_id_fkey foreign key (organization_id, event_id) references webhook_events(organization_id, id) on delete cascade,
  constraint webhook_deliveries_organization_id_fkey foreign key (organization_id) references organizations(id),
  constraint webhook_deliveries_organization_id_webhook_id_fkey foreign key (organization_id, webhook_id) references webhooks(organization_id, id) on delete cascade
);
create index webhook_deliveries_attempts on webhook_deliveries (organization_id, webhook_id, attempted_at) where attempted_at is not null;
create index webhook_deliveries_due on webhook_deliveries (organization_id, webhook_id, next_attempt_at) where status = 'waiting';
create index webhook_deliveries_event on webhook_deliveries (organization_id, event_id);
create index webhook_deliveries_leased on webhook_deliveries (leased_until) where status = 'taken';
create index webhook_deliveries_log on webhook_deliveries (organization_id, webhook_id, created_at, id);
create index webhook_deliveries_next on webhook_deliveries (next_attempt_at) where status = 'waiting';
create index webhook_deliveries_object on webhook_deliveries (organization_id, webhook_id, object_id, sequence) where (status in ('waiting', 'taken')) and not is_resend;

create table webhook_events (
  organization_id uuid not null,
  id uuid not null,
  type text not null,
  object_id uuid not null,
  sequence integer not null,
  payload text not null,
  occurred_at timestamptz not null,
  constraint webhook_events_pkey primary key (organization_id, id),
  constraint webhook_events_sequence_check check (sequence > 0),
  constraint webhook_events_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create index webhook_events_age on webhook_events (occurred_at);
create unique index webhook_events_order on webhook_events (organization_id, object_id, sequence);

create table webhooks (
  organization_id uuid not null,
  id uuid not null,
  url text not null,
  events text[] not null,
  secret text not null,
  previous_secret text,
  previous_until timestamptz,
  is_on boolean not null default true,
  failing_since timestamptz,
  notified_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  constraint webhooks_pkey primary key (organization_id, id),
  constraint webhooks_check check ((previous_secret is null) = (previous_until is null)),
  constraint webhooks_events_check check (cardinality(events) > 0),
  constraint webhooks_url_check check (char_length(url) <= 500),
  constraint webhooks_created_by_fkey foreign key (created_by) references users(id),
  constraint webhooks_organization_id_fkey foreign key (organization_id) references organizations(id)
);
create index webhooks_author on webhooks (created_by);

create view closed_periods as select distinct on (organization_id) organization_id, closed_through, ((closed_through + 1)::timestamp without time zone at time zone time_zone) as ended_at from month_closings closing join organizations organization on id = organization_id order by organization_id, sequence desc;

create view journal_entries as select organization_id, id, at, action, object_id, jsonb_build_object('id', id, 'at', extract(epoch from at), 'actor', actor_id, 'action', action, 'kind', object_kind, 'object', object_id, 'diff', diff, 'request', request_id)::text as facts from audit_entries union all select organization_id, id, at, case when from_status is null then 'create' when to_partner_id is not null then 'transfer' when from_status = to_status then 'update' else 'transition' end as action, lead_id as object_id, (jsonb_build_object('id', id, 'at', extract(epoch from at), 'actor', actor_id, 'lead', lead_id, 'from', from_status, 'to', to_status, 'reason', reason_code, 'comment', comment, 'changed', changed, 'from_partner', from_partner_id, 'to_partner', to_partner_id, 'deal_before', deal_amount_before_kop, 'deal', deal_amount_kop) || case when request_id = '' then '{}'::jsonb else jsonb_build_object('request', request_id) end)::text as facts from lead_events;

create view payment_items as select organization_id, payment_id, accrual_id, sequence, to_status in ('reserved', 'paid') as is_added, amount_kop, effective_at as at, actor_id, request_id from accrual_moves where payment_id is not null and (from_status is distinct from 'reserved' or to_status <> 'paid');

create view payment_movements as select organization_id, id as payment_id, partner_id, amount_kop, 1 as sign, paid_on as day, paid_at as entered_at from payments where status in ('paid', 'returned') union all select organization_id, id as payment_id, partner_id, amount_kop, '-1'::integer as sign, returned_on as day, returned_at as entered_at from payments where status = 'returned';

create function add_figures() returns trigger language plpgsql set enable_seqscan=off
as $$
begin
  -- Visits are only counted over all days (`days` is 0), so that a visit does not write rows for shorter spans.
  insert into partner_spans as stored (organization_id, days, first_day, partner_id, leads, won, deal_kop, rewards_kop, clicks)
  select change.organization_id, span.days, span.first_day, change.partner_id, sum(change.leads), sum(change.won),
    sum(change.deal_kop), sum(change.rewards_kop), sum(span.clicks)
  from (
    select organization_id, day, partner_id,
      case when object = 'lead' and status <> 'duplicate' then count else 0 end as leads,
      case when object = 'lead' and status = 'won' then count else 0 end as won,
      case when object = 'lead' and status = 'won' then amount else 0 end as deal_kop,
      case when object = 'accrual' and status <> 'canceled' then amount else 0 end as rewards_kop,
      case when object = 'click' then count else 0 end as clicks
    from figure_changes
    where tx = new.tx and partner_id is not null
  ) change
  cross join lateral (
    select days, first_day_of(change.day, days) as first_day, case when days = 0 then change.clicks else 0 end as clicks
    from (values (0), (1), (8), (64)) as length (days)
  ) span
  group by 1, 2, 3, 4
  having (sum(change.leads), sum(change.won), sum(change.deal_kop), sum(change.rewards_kop), sum(span.clicks)) <> (0, 0, 0, 0, 0)
  order by 1, 2, 3, 4
  on conflict (organization_id, days, first_day, partner_id) do update
  set leads = stored.leads + excluded.leads,
    won = stored.won + excluded.won,
    deal_kop = stored.deal_kop + excluded.deal_kop,
    rewards_kop = stored.rewards_kop + excluded.rewards_kop,
    clicks = stored.clicks + excluded.clicks;

  insert into lead_totals as stored (organization_id, program_id, partner_id, status, leads, reward_kop)
  select organization_id, program_id, partner_id, status, sum(count), sum(reward_kop)
  from figure_changes
  where tx = new.tx and object = 'lead'
  group by 1, 2, 3, 4 having sum(count) <> 0 or sum(reward_kop) <> 0 order by 1, 2, 3, 4
  on conflict (organization_id, program_id, partner_id, status) do update
  set leads = stored.leads + excluded.leads, reward_kop = stored.reward_kop + excluded.reward_kop;

  -- A row with the day null is over all days.
  insert into organization_lead_days as stored (organization_id, day, program_id, source, status, leads, deal_kop, reward_kop)
  select change.organization_id, counted.day, change.program_id, change.kind, change.status, sum(change.count), sum(change.amount),
    sum(change.reward_kop)
  from figure_changes change
  cross join lateral (values (change.day), (null)) as counted (day)
  where change.tx = new.tx and change.object = 'lead'
  group by 1, 2, 3, 4, 5
  having sum(change.count) <> 0 or sum(change.amount) <> 0 or sum(change.reward_kop) <> 0
  order by 1, 2, 3, 4, 5
  on conflict (organization_id, day, program_id, source, status) do update
  set leads = stored.leads + excluded.leads,
    deal_kop = stored.deal_kop + excluded.deal_kop,
    reward_kop = stored.reward_kop + excluded.reward_kop;

  insert into organization_accrual_days as stored (organization_id, day, program_id, kind, status, accruals, amount_kop)
  select change.organization_id, counted.day, change.program_id, change.kind, change.status, sum(change.count), sum(change.amount)
  from figure_changes change
  cross join lateral (values (change.day), (null)) as counted (day)
  where change.tx = new.tx and change.object = 'accrual'
  group by 1, 2, 3, 4, 5 having sum(change.count) <> 0 or sum(change.amount) <> 0 order by 1, 2, 3, 4, 5
  on conflict (organization_id, day, program_id, kind, status) do update
  set accruals = stored.accruals + excluded.accruals, amount_kop = stored.amount_kop + excluded.amount_kop;

  insert into organization_click_days as stored (organization_id, day, program_id, clicks, unique_clicks)
  select change.organization_id, counted.day, change.program_id, sum(change.count), sum(change.amount)
  from figure_changes change
  cross join lateral (values (change.day), (null)) as counted (day)
  where change.tx = new.tx and change.object = 'click'
  group by 1, 2, 3 having sum(change.count) <> 0 or sum(change.amount) <> 0 order by 1, 2, 3
  on conflict (organization_id, day, program_id) do update
  set clicks = stored.clicks + excluded.clicks, unique_clicks = stored.unique_clicks + excluded.unique_clicks;

  insert into payment_totals as stored (organization_id, status, payments, amount_kop)
  select organization_id, status, sum(count), sum(amount)
  from figure_changes
  where tx = new.tx and object = 'payment'
  group by 1, 2 having sum(count) <> 0 or sum(amount) <> 0 order by 1, 2
  on conflict (organization_id, status) do update
  set payments = stored.payments + excluded.payments, amount_kop = stored.amount_kop + excluded.amount_kop;

  delete from figure_changes where tx = new.tx;
  delete from figure_commits where tx = new.tx;
  return null;
end $$;

create function check_claim_sum() returns trigger language plpgsql
as $$
begin
  if exists (
    select from claims claim
    where claim.organization_id = new.organization_id and claim.id = coalesce(new.lead_id, new.sale_id) and claim.target_kop <> (
      select coalesce(sum(accrual.amount_kop), 0) from accruals accrual
      where accrual.organization_id = claim.organization_id and accrual.claim_id = claim.id
        and accrual.status <> 'canceled'
    )
  ) then
    raise exception 'a claim does not add up' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create function check_payment_sum() returns trigger language plpgsql
as $$
begin
  if exists (
    select from payments payment
    cross join lateral (
      select coalesce(sum(accrual.amount_kop), 0) as sum_kop, count(*) as accruals,
        count(*) filter (where accrual.status = 'paid') as paid_accruals
      from accruals accrual
      where accrual.organization_id = payment.organization_id and accrual.payment_id = payment.id
    ) content
    where payment.organization_id = new.organization_id and payment.id = new.payment_id
      and case payment.status
        when 'canceled' then content.accruals > 0
        when 'returned' then content.accruals > 0
        when 'paid' then content.sum_kop <> payment.amount_kop or content.paid_accruals <> content.accruals
        else content.sum_kop <> payment.amount_kop or content.paid_accruals > 0
      end
  ) then
    raise exception 'a payment does not add up' using errcode = 'restrict_violation';
  end if;
  if exists (
    select from payments payment
    where payment.organization_id = new.organization_id and payment.id = new.payment_id
      and (payment.number is null or payment.purpose is null)
  ) then
    raise exception 'a payment has no number or no purpose' using errcode = 'restrict_violation';
  end if;
  if exists (
    select from payments payment
    cross join lateral (
      select coalesce(sum(matched.amount_kop) filter (where transfer.kind = 'sent'), 0) as sent_kop,
        coalesce(sum(matched.amount_kop) filter (where transfer.kind = 'returned'), 0) as returned_kop,
        case payment.status when 'paid' then payment.amount_kop - payment.tax_kop else 0 end as due_kop
      from transfer_matches matched
      join transfers transfer on transfer.organization_id = matched.organization_id and transfer.id = matched.transfer_id
      where matched.organization_id = payment.organization_id and matched.payment_id = payment.id
    ) moved
    cross join lateral (
      select coalesce(-sum(accrual.amount_kop), 0) as debt_kop
      from transfer_debts debt
      join accruals accrual on accrual.organization_id = debt.organization_id and accrual.id = debt.accrual_id
      where debt.organization_id = payment.organization_id and debt.payment_id = payment.id
    ) owed
    where payment.organization_id = new.organization_id and payment.id = new.payment_id
      and (
        moved.sent_kop < moved.returned_kop
        or payment.status = 'paid' and (moved.sent_kop < moved.due_kop or moved.sent_kop = moved.returned_kop)
        or payment.status in ('paid', 'canceled', 'returned')
          and moved.sent_kop - moved.returned_kop - moved.due_kop <> owed.debt_kop
      )
  ) then
    raise exception 'the transfers of a payment do not add up' using errcode = 'restrict_violation';
  end if;
  delete from payment_checks done
  where done.organization_id = new.organization_id and done.payment_id = new.payment_id and done.tx = new.tx;
  return null;
end $$;

create function check_period_sum() returns trigger language plpgsql
as $$
declare
  close_id uuid;
begin
  if tg_table_name = 'accruals' then close_id := new.period_close_id; else close_id := new.id; end if;
  if exists (
    select from period_closes closed
    where closed.organization_id = new.organization_id and closed.id = close_id and closed.target_kop <> (
      select coalesce(sum(accrual.amount_kop), 0) from accruals accrual
      where accrual.organization_id = closed.organization_id and accrual.period_close_id = closed.id
        and accrual.status <> 'canceled'
    )
  ) then
    raise exception 'a closed period does not add up' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;

create function count_accruals() returns trigger language plpgsql
as $$
declare
  changes figure_changes[];
begin
  if tg_op = 'INSERT' then
    changes := array(
      select change::figure_changes
      from (
        select pg_current_xact_id() as tx, 'accrual' as object, accrual.organization_id,
          (accrual.created_at at time zone organization.time_zone)::date as day, accrual.program_id, accrual.kind, accrual.status,
          count(*) as count, sum(accrual.amount_kop) as amount, 0 as reward_kop, accrual.partner_id
        from new_rows accrual
        join organizations organization on organization.id = accrual.organization_id
        group by accrual.organization_id, day, accrual.program_id, accrual.kind, accrual.status, accrual.partner_id
      ) change
    );
  else
    changes := array(
      select change::figure_changes
      from (
        select pg_current_xact_id() as tx, 'accrual' as object, accrual.organization_id,
          (accrual.created_at at time zone organization.time_zone)::date as day, accrual.program_id, accrual.kind, accrual.status,
          sum(accrual.sign) as count, sum(accrual.sign * accrual.amount_kop) as amount, 0 as reward_kop, accrual.partner_id
        from (
          select 1 as sign, added.* from new_rows added
          union all
          select -1 as sign, removed.* from old_rows removed
        ) accrual
        join organizations organization on organization.id = accrual.organization_id
        group by accrual.organization_id, day, accrual.program_id, accrual.kind, accrual.status, accrual.partner_id
      ) change
      where change.count <> 0 or change.amount <> 0
    );
  end if;

  insert into accrual_days as stored (organization_id, day, program_id, partner_id, kind, status, accruals, amount_kop)
  select change.organization_id, change.day, change.program_id, change.partner_id, change.kind, change.status, change.count,
    change.amount
  from unnest(changes) change
  order by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, day, program_id, partner_id, kind, status) do update
  set accruals = stored.accruals + excluded.accruals, amount_kop = stored.amount_kop + excluded.amount_kop;

  insert into partner_balances as stored
    (organization_id, partner_id, hold_kop, review_kop, available_kop, reserved_kop, paid_kop, available_accruals)
  select change.organization_id, change.partner_id,
    coalesce(sum(change.amount) filter (where change.status = 'hold'), 0),
    coalesce(sum(change.amount) filter (where change.status = 'review'), 0),
    coalesce(sum(change.amount) filter (where change.status = 'available'), 0),
    coalesce(sum(change.amount) filter (where change.status = 'reserved'), 0),
    coalesce(sum(change.amount) filter (where change.status = 'paid'), 0),
    coalesce(sum(change.count) filter (where change.status = 'available'), 0)
  from unnest(changes) change
  group by 1, 2 order by 1, 2
  on conflict (organization_id, partner_id) do update
  set hold_kop = stored.hold_kop + excluded.hold_kop,
    review_kop = stored.review_kop + excluded.review_kop,
    available_kop = stored.available_kop + excluded.available_kop,
    reserved_kop = stored.reserved_kop + excluded.reserved_kop,
    paid_kop = stored.paid_kop + excluded.paid_kop,
    available_accruals = stored.available_accruals + excluded.available_accruals;

  insert into program_spending as stored (organization_id, program_id, spent_kop)
  select change.organization_id, change.program_id, sum(change.amount)
  from unnest(changes) change
  where change.program_id is not null and change.status <> 'canceled'
  group by 1, 2 having sum(change.amount) <> 0 order by 1, 2
  on conflict (organization_id, program_id) do update
  set spent_kop = stored.spent_kop + excluded.spent_kop;

  insert into figure_changes select * from unnest(changes);
  if found then insert into figure_commits default values on conflict do nothing; end if;
  return null;
end $$;

create function count_leads() returns trigger language plpgsql
as $$
declare
  changes figure_changes[];
begin
  if tg_op = 'INSERT' then
    -- A new lead has no claim yet.
    changes := array(
      select change::figure_changes
      from (
        select pg_current_xact_id() as tx, 'lead' as object, lead.organization_id,
          (lead.created_at at time zone organization.time_zone)::date as day, lead.program_id, lead.source, lead.status,
          count(*) as count, coalesce(sum(lead.deal_amount_kop), 0) as amount, 0 as reward_kop, lead.partner_id
        from new_rows lead
        join organizations organization on organization.id = lead.organization_id
        group by lead.organization_id, day, lead.program_id, lead.source, lead.status, lead.partner_id
      ) change
    );
  else
    -- The reward of a lead moves with it from one status to the next.
    changes := array(
      select change::figure_changes
      from (
        select pg_current_xact_id() as tx, 'lead' as object, lead.organization_id,
          (lead.created_at at time zone organization.time_zone)::date as day, lead.program_id, lead.source, lead.status,
          sum(lead.sign) as count, coalesce(sum(lead.sign * lead.deal_amount_kop), 0) as amount,
          coalesce(sum(lead.sign * claim.target_kop), 0) as reward_kop, lead.partner_id
        from (
          select 1 as sign, added.* from new_rows added
          union all
          select -1 as sign, removed.* from old_rows removed
        ) lead
        join organizations organization on organization.id = lead.organization_id
        left join claims claim on claim.organization_id = lead.organization_id and claim.id = lead.id
        group by lead.organization_id, day, lead.program_id, lead.source, lead.status, lead.partner_id
      ) change
      where change.count <> 0 or change.amount <> 0 or change.reward_kop <> 0
    );
  end if;

  insert into lead_days as stored (organization_id, day, program_id, partner_id, source, status, leads, deal_kop)
  select change.organization_id, change.day, change.program_id, change.partner_id, change.kind, change.status, change.count,
    change.amount
  from unnest(changes) change
  where change.count <> 0 or change.amount <> 0
  order by 1, 2, 3, 4, 5, 6
  on conflict (organization_id, day, program_id, partner_id, source, status) do update
  set leads = stored.leads + excluded.leads, deal_kop = stored.deal_kop + excluded.deal_kop;

  insert into figure_changes select * from unnest(changes);
  if found then insert into figure_commits default values on conflict do nothing; end if;
  return null;
end $$;

create function drop_visit_month(name text) returns void language plpgsql set search_path=public, pg_temp
as $$
begin
  if name !~ '^clicks_\d{4}_\d\d$' then raise exception '% is no month of visits', name; end if;
  execute format('alter table clicks detach partition %I', name);
  execute format('insert into clicks_rest select visit.* from %I visit where exists (
    select from leads lead where lead.organization_id = visit.organization_id and lead.click_id = visit.id)', name);
  execute format('drop table %I', name);
end $$;

create function first_day_of(day date, days integer) returns date language sql immutable
RETURN ('1970-01-01'::date + CASE WHEN (days = 0) THEN 0 ELSE (((day - '1970-01-01'::date) / days) * days) END);

create function journal_digest(salt bytea, before_value text, after_value text) returns text language sql stable
as $$
  select encode(sha256(salt || convert_to(jsonb_build_array(before_value, after_value)::text, 'UTF8')), 'hex')
$$;

create function journal_hash(previous bytea, facts text, digests jsonb) returns bytea language sql stable
as $$
  select sha256(coalesce(previous, ''::bytea) || sha256(convert_to(facts, 'UTF8')) || sha256(convert_to(digests::text, 'UTF8')))
$$;

create function limit_organization_deals() returns trigger language plpgsql
as $$
declare
  max_kop constant bigint := 8000000000000000;
begin
  if tg_op = 'UPDATE' and new.deal_kop <= old.deal_kop and new.reward_kop <= old.reward_kop then return null; end if;
  if exists (
    select
    from (
      select sum(deal_kop) as deal_kop, sum(reward_kop) as reward_kop
      from organization_lead_days
      where organization_id = new.organization_id and day is null
    ) total
    cross join (
      select sum(amount) as deal_kop, sum(reward_kop) as reward_kop
      from figure_changes
      where tx = pg_current_xact_id() and object = 'lead' and organization_id = new.organization_id
    ) change
    where (total.deal_kop > max_kop and change.deal_kop > 0) or (total.reward_kop > max_kop and change.reward_kop > 0)
  ) then
    raise exception 'a total of money is too large' using errcode = 'check_violation', constraint = 'total_kop';
  end if;
  return null;
end $$;

create function limit_organization_rewards() returns trigger language plpgsql
as $$
declare
  max_kop constant bigint := 8000000000000000;
begin
  if tg_op = 'UPDATE' and abs(new.amount_kop) <= abs(old.amount_kop) then return null; end if;
  if (
    select sum(abs(total.amount_kop)) from organization_accrual_days total
    where total.organization_id = new.organization_id and total.day is null
  ) > max_kop and (
    select sum(abs(total.amount_kop) - abs(total.amount_kop - change.amount))
    from (
      select organization_id, program_id, kind, status, sum(amount) as amount
      from figure_changes
      where tx = pg_current_xact_id() and object = 'accrual' and organization_id = new.organization_id
      group by 1, 2, 3, 4
    ) change
    join organization_accrual_days total on total.organization_id = change.organization_id and total.day is null
      and total.program_id is not distinct from change.program_id and total.kind = change.kind and total.status = change.status
  ) > 0 then
    raise exception 'a total of money is too large' using errcode = 'check_violation', constraint = 'total_kop';
  end if;
  return null;
end $$;

create function limit_partner_balance() returns trigger language plpgsql
as $$
declare
  max_kop constant bigint := 8000000000000000;
  size_kop constant bigint := abs(new.hold_kop) + abs(new.review_kop) + abs(new.available_kop) + abs(new.reserved_kop)
    + abs(new.paid_kop);
begin
  if size_kop <= max_kop then return null; end if;
  if tg_op = 'UPDATE' and size_kop <= abs(old.hold_kop) + abs(old.review_kop) + abs(old.available_kop) + abs(old.reserved_kop)
    + abs(old.paid_kop) then return null; end if;
  raise exception 'a total of money is too large' using errcode = 'check_violation', constraint = 'total_kop';
end $$;

create function make_visit_month(name text, from_time timestamp with time zone, to_time timestamp with time zone) returns void language plpgsql set search_path=public, pg_temp
as $$
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

create function queue_journal_entries() returns trigger language plpgsql
as $$
begin
  insert into journal_queue (organization_id, at, entry_id) select organization_id, at, id from new_rows;
  return null;
end $$;

create function record_accrual_moves() returns trigger language plpgsql set enable_seqscan=off
as $$
declare
  actor constant uuid := nullif(current_setting('app.actor', true), '');
  request constant text := nullif(current_setting('app.request', true), '');
begin
  insert into accrual_moves (organization_id, accrual_id, sequence, partner_id, program_id, payment_id, from_status, to_status, amount_kop,
    cause, effective_at, written_at, actor_id, request_id)
  select accrual.organization_id, accrual.id, coalesce(last.sequence, 0) + move.step, accrual.partner_id, accrual.program_id,
    move.payment_id, move.from_status, move.to_status, accrual.amount_kop, move.cause, greatest(move.at, last.effective_at),
    greatest(accrual.updated_at, last.effective_at), case when move.cause <> 'matured' then actor end, case when move.cause <> 'matured' then request end
  from new_rows accrual
  left join lateral (
    select stored.sequence, stored.to_status as status, stored.effective_at,
      case when stored.to_status in ('reserved', 'paid') then stored.payment_id end as payment_id
    from accrual_moves stored
    where stored.organization_id = accrual.organization_id and stored.accrual_id = accrual.id
    order by stored.sequence desc
    limit 1
  ) last on true
  cross join lateral (
    select coalesce(last.status = 'hold' and accrual.status <> 'hold' and accrual.hold_until <= accrual.updated_at, false) as has_matured,
      coalesce(last.payment_id <> accrual.payment_id, false) as has_other_payment
  ) change
  cross join lateral (
    select change.has_other_payment or (change.has_matured and accrual.status <> 'available') as has_two_moves
  ) path
  cross join lateral (values
    (path.has_two_moves, 1, last.status, 'available', last.payment_id,
      case when change.has_matured then 'matured' else 'changed' end,
      case when change.has_matured then accrual.hold_until else accrual.updated_at end),
    (path.has_two_moves or last.status is distinct from accrual.status, case when path.has_two_moves then 2 else 1 end,
      case when path.has_two_moves then 'available' else last.status end, accrual.status,
      coalesce(accrual.payment_id, case when not path.has_two_moves then last.payment_id end),
      case when last.status is null then 'created' when change.has_matured and not path.has_two_moves then 'matured' else 'changed' end,
      case when last.status is null then accrual.created_at
        when change.has_matured and not path.has_two_moves then accrual.hold_until else accrual.updated_at end)
  ) as move (is_made, step, from_status, to_status, payment_id, cause, at)
  where move.is_made;
  return null;
end $$;

create function record_claims() returns trigger language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_changes (object, organization_id, day, program_id, kind, status, partner_id, count, amount, reward_kop)
    select 'lead', lead.organization_id, (lead.created_at at time zone organization.time_zone)::date, lead.program_id, lead.source,
      lead.status, lead.partner_id, 0, 0, sum(claim.target_kop)
    from new_rows claim
    join leads lead on lead.organization_id = claim.organization_id and lead.id = claim.id
    join organizations organization on organization.id = claim.organization_id
    group by 2, 3, 4, 5, 6, 7 having sum(claim.target_kop) <> 0;
  else
    insert into figure_changes (object, organization_id, day, program_id, kind, status, partner_id, count, amount, reward_kop)
    select 'lead', lead.organization_id, (lead.created_at at time zone organization.time_zone)::date, lead.program_id, lead.source,
      lead.status, lead.partner_id, 0, 0, sum(claim.sign * claim.target_kop)
    from (
      select 1 as sign, added.* from new_rows added
      union all
      select -1 as sign, removed.* from old_rows removed
    ) claim
    join leads lead on lead.organization_id = claim.organization_id and lead.id = claim.id
    join organizations organization on organization.id = claim.organization_id
    group by 2, 3, 4, 5, 6, 7 having sum(claim.sign * claim.target_kop) <> 0;
  end if;
  if found then insert into figure_commits default values on conflict do nothing; end if;
  return null;
end $$;

create function record_clicks() returns trigger language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_changes (object, organization_id, day, program_id, partner_id, count, amount)
    select 'click', visit.organization_id, visit.day, link.program_id, link.partner_id, sum(visit.clicks), sum(visit.unique_clicks)
    from new_rows visit
    join links link on link.organization_id = visit.organization_id and link.id = visit.link_id
    group by 2, 3, 4, 5 having sum(visit.clicks) <> 0 or sum(visit.unique_clicks) <> 0;
  else
    insert into figure_changes (object, organization_id, day, program_id, partner_id, count, amount)
    select 'click', visit.organization_id, visit.day, link.program_id, link.partner_id, sum(visit.sign * visit.clicks),
      sum(visit.sign * visit.unique_clicks)
    from (
      select 1 as sign, added.* from new_rows added
      union all
      select -1 as sign, removed.* from old_rows removed
    ) visit
    join links link on link.organization_id = visit.organization_id and link.id = visit.link_id
    group by 2, 3, 4, 5 having sum(visit.sign * visit.clicks) <> 0 or sum(visit.sign * visit.unique_clicks) <> 0;
  end if;
  if found then insert into figure_commits default values on conflict do nothing; end if;
  return null;
end $$;

create function record_payments() returns trigger language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into figure_changes (object, organization_id, status, count, amount)
    select 'payment', payment.organization_id, payment.status, count(*), sum(payment.amount_kop)
    from new_rows payment
    group by 2, 3;
  else
    insert into figure_changes (object, organization_id, status, count, amount)
    select 'payment', payment.organization_id, payment.status, sum(payment.sign), sum(payment.sign * payment.amount_kop)
    from (
      select 1 as sign, added.* from new_rows added
      union all
      select -1 as sign, removed.* from old_rows removed
    ) payment
    group by 2, 3 having sum(payment.sign) <> 0 or sum(payment.sign * payment.amount_kop) <> 0;
  end if;
  if found then insert into figure_commits default values on conflict do nothing; end if;
  return null;
end $$;

create function refuse_act_change() returns trigger language plpgsql
as $$
begin
  raise exception 'the content of an act is immutable' using errcode = 'restrict_violation';
end $$;

create function refuse_change() returns trigger language plpgsql
as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end $$;

create function refuse_closed_month() returns trigger language plpgsql
as $$
declare
  is_closed boolean;
begin
  perform from organizations where id in (select organization_id from new_rows) for key share;
  case tg_table_name
    when 'accrual_moves' then
      is_closed := exists (
        select from new_rows move join closed_periods closed using (organization_id)
        where move.effective_at < closed.ended_at and move.cause not in ('matured', 'migrated'));
    when 'transfers' then
      is_closed := exists (
        select from new_rows transfer join closed_periods closed using (organization_id) where transfer.entered_at < closed.ended_at);
    when 'payments' then
      is_closed := exists (
        select from new_rows payment join closed_periods closed using (organization_id)
        where case payment.status when 'paid' then payment.paid_on when 'returned' then payment.returned_on end <= closed.closed_through);
    when 'acts' then
      is_closed := exists (
        select from new_rows act join closed_periods closed using (organization_id)
        where act.month <= to_char(closed.closed_through, 'YYYY-MM') and (tg_op = 'INSERT' or act.status = 'replaced'));
  end case;
  if is_closed then
    raise exception 'the month of new rows of % is closed', tg_table_name using errcode = 'restrict_violation', constraint = 'closed_month';
  end if;
  return null;
end $$;

create function refuse_direct_move() returns trigger language plpgsql
as $$
begin
  raise exception 'accrual_moves are written by the triggers of accruals' using errcode = 'restrict_violation';
end $$;

create function refuse_file_change() returns trigger language plpgsql
as $$
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

create function refuse_settled_change() returns trigger language plpgsql
as $$
begin
  if tg_op = 'DELETE' or old.status in ('paid', 'canceled', 'returned') then
    raise exception '% are kept in their last state', tg_table_name using errcode = 'restrict_violation';
  end if;
  raise exception 'the amount, partner and number of % are settled', tg_table_name using errcode = 'restrict_violation';
end $$;

create function refuse_tax_change() returns trigger language plpgsql
as $$
begin
  raise exception 'the taxes of a payment are settled' using errcode = 'restrict_violation';
end $$;

create function refuse_transition() returns trigger language plpgsql
as $$
begin
  raise exception '%: % cannot become %', tg_table_name, old.status, new.status using errcode = 'restrict_violation';
end $$;

create function refuse_value_change() returns trigger language plpgsql
as $$
begin
  raise exception 'journal_values can only be erased' using errcode = 'restrict_violation';
end $$;

create function require_payment_check() returns trigger language plpgsql
as $$
begin
  insert into payment_checks (organization_id, payment_id)
  select payment.organization_id, payment.id from new_rows payment
  on conflict do nothing;
  return null;
end $$;

create function require_payment_check_of_accruals() returns trigger language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_checks (organization_id, payment_id)
    select distinct accrual.organization_id, accrual.payment_id from new_rows accrual
    where accrual.payment_id is not null
    on conflict do nothing;
  else
    insert into payment_checks (organization_id, payment_id)
    select accrual.organization_id, accrual.payment_id from new_rows accrual where accrual.payment_id is not null
    union
    select accrual.organization_id, accrual.payment_id from old_rows accrual where accrual.payment_id is not null
    on conflict do nothing;
  end if;
  return null;
end $$;

create function require_payment_check_of_transfers() returns trigger language plpgsql
as $$
begin
  insert into payment_checks (organization_id, payment_id)
  select distinct added.organization_id, added.payment_id from new_rows added
  where added.payment_id is not null
  on conflict do nothing;
  return null;
end $$;

create function save_former_contact() returns trigger language plpgsql
as $$
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

create function seal_journal(most integer) returns integer language plpgsql
as $$
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

create function set_join_code() returns trigger language plpgsql
as $$
begin
  new.join_code := coalesce(new.join_code, left(md5(new.id::text), 12));
  return new;
end $$;

create function sum_sales() returns trigger language plpgsql
as $$
begin
  update clients client
  set sales = summed.sales, revenue_kop = summed.revenue_kop, last_sale_on = summed.last_sale_on
  from (
    select count(*)::int as sales, coalesce(sum(sale.amount_kop - sale.refunded_kop), 0) as revenue_kop,
      max(sale.paid_on) as last_sale_on
    from sales sale
    where sale.organization_id = new.organization_id and sale.client_id = new.client_id
      and sale.refund_of is null and sale.canceled_at is null
  ) summed
  where client.organization_id = new.organization_id and client.id = new.client_id;
  return null;
end $$;

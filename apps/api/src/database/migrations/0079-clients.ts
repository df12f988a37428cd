import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions, runDeferredTriggers } from '../functions/index.ts';

/** Clients, their attachments to partners, and their sales. Each won lead gets a client and a sale. */
async function up(db: Kysely<unknown>) {
  await runDeferredTriggers(db);
  // Waits for running transactions, which win leads without a sale.
  await sql`lock table leads in share row exclusive mode`.execute(db);
  await sql`
    alter table counters
    drop constraint counters_kind_check,
    drop constraint counters_value_check,
    add constraint counters_kind_check
      check (kind in ('lead', 'client', 'sale', 'accrual', 'payment', 'registry', 'act')),
    add constraint counters_value_check check (value >= 0)`.execute(db);
  await sql`
    create table clients (
      organization_id uuid not null references organizations,
      id uuid not null,
      number integer not null check (number > 0),
      version integer not null default 1 check (version > 0),
      name text not null check (char_length(name) between 1 and 150),
      phone text check (phone ~ '^\\+7[3489][0-9]{9}$'),
      email text not null,
      email_key text not null,
      inn text not null,
      external_id text check (char_length(external_id) between 1 and 100),
      search_text text not null,
      sales integer not null default 0 check (sales >= 0),
      revenue_kop bigint not null default 0 check (revenue_kop >= 0),
      last_sale_on date,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (organization_id, id),
      unique (organization_id, number)
    )`.execute(db);
  await sql`create unique index clients_phone on clients (organization_id, phone) where phone is not null`.execute(
    db,
  );
  await sql`
    create unique index clients_external_id on clients (organization_id, external_id) where external_id is not null`.execute(
    db,
  );
  await sql`create index clients_email on clients (organization_id, email_key, created_at) where email_key <> ''`.execute(
    db,
  );
  await sql`create index clients_inn on clients (organization_id, inn, created_at) where inn <> ''`.execute(
    db,
  );
  await sql`create index clients_created on clients (organization_id, created_at, id)`.execute(db);
  await sql`
    create index clients_last_sale on clients (organization_id, coalesce(last_sale_on - date '2000-01-01', -1), id)`.execute(
    db,
  );
  await sql`
    do $$ begin
      if exists (select from pg_extension where extname = 'pg_trgm') then
        create index clients_search on clients using gin (search_text gin_trgm_ops);
      end if;
    end $$`.execute(db);

  await sql`
    create table attachments (
      organization_id uuid not null,
      id uuid not null,
      client_id uuid not null,
      program_id uuid not null,
      partner_id uuid not null,
      lead_id uuid,
      reward_rule_id uuid,
      cause text not null check (cause in ('lead', 'manual', 'transfer', 'import')),
      starts_at date not null,
      ends_at date check (ends_at >= starts_at),
      closed_at timestamptz,
      close_reason text not null default '' check (char_length(close_reason) <= 1000),
      replaced_by uuid,
      created_at timestamptz not null,
      primary key (organization_id, id),
      foreign key (organization_id, client_id) references clients,
      foreign key (organization_id, program_id) references programs,
      foreign key (organization_id, partner_id) references partners,
      foreign key (organization_id, lead_id) references leads,
      foreign key (organization_id, reward_rule_id) references reward_rules,
      foreign key (organization_id, replaced_by) references attachments,
      check (closed_at is not null or (close_reason = '' and replaced_by is null))
    )`.execute(db);
  await sql`
    create unique index attachments_open on attachments (organization_id, client_id, program_id) where closed_at is null`.execute(
    db,
  );
  await sql`create index attachments_client on attachments (organization_id, client_id)`.execute(db);
  await sql`create index attachments_partner on attachments (organization_id, partner_id, client_id)`.execute(
    db,
  );
  await sql`
    create index attachments_program on attachments (organization_id, program_id, client_id) where closed_at is null`.execute(
    db,
  );
  await sql`create index attachments_lead on attachments (organization_id, lead_id) where lead_id is not null`.execute(
    db,
  );
  await sql`
    create index attachments_replaced on attachments (organization_id, replaced_by) where replaced_by is not null`.execute(
    db,
  );

  await sql`
    create table sales (
      organization_id uuid not null,
      id uuid not null,
      number integer not null check (number > 0),
      version integer not null default 1 check (version > 0),
      client_id uuid not null,
      attachment_id uuid,
      lead_id uuid,
      external_id text check (char_length(external_id) between 1 and 100),
      amount_kop bigint check (amount_kop > 0),
      refunded_kop bigint not null default 0 check (refunded_kop >= 0),
      vat_kop bigint check (vat_kop >= 0),
      paid_on date not null,
      product text not null default '' check (char_length(product) <= 64),
      source text not null check (source in ('manual', 'api', 'import', 'bank_statement', 'crm')),
      refund_of uuid,
      comment text not null default '' check (char_length(comment) <= 1000),
      canceled_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (organization_id, id),
      unique (organization_id, number),
      foreign key (organization_id, client_id) references clients,
      foreign key (organization_id, attachment_id) references attachments,
      foreign key (organization_id, lead_id) references leads,
      foreign key (organization_id, refund_of) references sales,
      check (refunded_kop <= coalesce(amount_kop, 0)),
      check (vat_kop < amount_kop),
      check (amount_kop is not null or lead_id is not null),
      check (refund_of is null or (lead_id is null and refunded_kop = 0))
    )`.execute(db);
  await sql`create unique index sales_lead on sales (organization_id, lead_id) where lead_id is not null`.execute(
    db,
  );
  await sql`
    create unique index sales_external_id on sales (organization_id, external_id) where external_id is not null`.execute(
    db,
  );
  await sql`
    create index sales_client on sales (organization_id, client_id, (paid_on - date '2000-01-01'), id)`.execute(
    db,
  );
  await sql`create index sales_paid on sales (organization_id, (paid_on - date '2000-01-01'), id)`.execute(
    db,
  );
  await sql`
    create index sales_attachment on sales (organization_id, attachment_id) where attachment_id is not null`.execute(
    db,
  );
  await sql`create index sales_refunds on sales (organization_id, refund_of) where refund_of is not null`.execute(
    db,
  );
  await applyFunctions(db, '0079-clients');
  await insertSalesOfWonLeads(db);
}

/**
 * Inserts the client, the attachment and the sale of each won lead that has no sale, in the order of the deals. Leads with one phone belong to
 * one client with the sums of its deals; so do leads with one e-mail. A deal that was transferred after it had earned keeps its sale with the former partner; a second
 * attachment belongs to the new one.
 */
const insertSalesOfWonLeads = (db: QueryExecutorProvider) =>
  sql`
    with dated as materialized (
      select lead.*, deal.at as won_at, (deal.at at time zone organization.time_zone)::date as won_on
      from leads lead
      join organizations organization on organization.id = lead.organization_id
      cross join lateral (
        select coalesce((
          select max(event.at) from lead_events event
          where event.organization_id = lead.organization_id and event.lead_id = lead.id and event.to_status = 'won'
            and event.from_status is distinct from 'won'), lead.updated_at) as at
      ) deal
      where lead.status = 'won' and not exists (
          select from sales sale where sale.organization_id = lead.organization_id and sale.lead_id = lead.id)
    ), won as materialized (
      select dated.*, gen_random_uuid() as new_client_id, gen_random_uuid() as attachment_id,
        row_number() over (partition by organization_id order by won_at, id)::int
          + coalesce((select value from counters where organization_id = dated.organization_id and kind = 'sale'), 0) as sale_number,
        id = first_value(id) over (partition by organization_id, phone order by won_at, id) as is_first_of_phone
      from dated
    ), same_email as (
      select won.*, case when email_key = '' or not is_first_of_phone then id
        else first_value(id) over (partition by organization_id, email_key, is_first_of_phone order by won_at, id) end as same_email_id
      from won
    ), rooted as (
      select same_email.*, first_value(same_email_id) over (partition by organization_id, phone order by won_at, id) as root_id
      from same_email
    ), attached as materialized (
      select rooted.*, first_value(new_client_id) over (partition by organization_id, root_id order by won_at, id) as client_id
      from rooted
    ), summed as (
      select attached.*, count(*) over of_client as sales, coalesce(sum(deal_amount_kop) over of_client, 0) as revenue_kop,
        max(won_on) over of_client as last_sale_on
      from attached window of_client as (partition by organization_id, client_id)
    ), added as materialized (
      select summed.*, row_number() over (partition by organization_id order by won_at, id)::int
          + coalesce((select value from counters where organization_id = summed.organization_id and kind = 'client'), 0) as client_number
      from summed where id = root_id
    ), new_clients as (
      insert into clients (organization_id, id, number, name, phone, email, email_key, inn, search_text, sales, revenue_kop,
        last_sale_on, created_at, updated_at)
      select organization_id, client_id, client_number, name, phone, email, email_key, '',
        regexp_replace(search_text, ' л-[0-9]+$', '') || ' к-' || client_number, sales, revenue_kop, last_sale_on, won_at, won_at
      from added
    ), transfers as materialized (
      select attached.*, transfer.at as transferred_at, transfer.comment as transfer_reason, organization.time_zone
      from attached
      join organizations organization on organization.id = attached.organization_id
      cross join lateral (
        select event.at, event.comment from lead_events event
        where event.organization_id = attached.organization_id and event.lead_id = attached.id and event.to_partner_id is not null
        order by event.at desc, event.id desc limit 1
      ) transfer
      where attached.earned_by is not null
    ), periods as (
      select organization_id, id, number, client_id, program_id, reward_rule_id, attachment_id, coalesce(earned_by, partner_id) as partner_id,
        'lead' as cause, '' as reason, won_at as opened_at, won_on as starts_at
      from attached where partner_id is not null
      union all
      select organization_id, id, number, client_id, program_id, reward_rule_id, gen_random_uuid(), partner_id,
        'transfer', transfer_reason, transferred_at, (transferred_at at time zone time_zone)::date
      from transfers
      where not exists (
        select from attached later
        where later.organization_id = transfers.organization_id and later.client_id = transfers.client_id
          and later.program_id = transfers.program_id and later.partner_id is not null
          and (later.won_at, later.id) > (transfers.won_at, transfers.id) and later.won_at <= transfers.transferred_at)
    ), sequences as (
      select periods.*, lead(attachment_id) over next_periods as next_id, lead(opened_at) over next_periods as next_at,
        lead(number) over next_periods as next_number, lead(cause) over next_periods as next_cause, lead(reason) over next_periods as next_reason
      from periods
      window next_periods as (partition by organization_id, client_id, program_id order by opened_at, id, cause)
    ), new_attachments as (
      insert into attachments (organization_id, id, client_id, program_id, partner_id, lead_id, reward_rule_id, cause, starts_at,
        closed_at, close_reason, replaced_by, created_at)
      select organization_id, attachment_id, client_id, program_id, partner_id, id, reward_rule_id, cause, starts_at, next_at,
        case next_cause when 'lead' then 'Новая сделка клиента: лид Л-' || next_number when 'transfer' then next_reason else '' end,
        case next_cause when 'lead' then next_id end, opened_at
      from sequences
    ), new_sales as (
      insert into sales (organization_id, id, number, client_id, attachment_id, lead_id, amount_kop, paid_on, source, created_at,
        updated_at)
      select organization_id, gen_random_uuid(), sale_number, client_id, case when partner_id is not null then attachment_id end, id,
        deal_amount_kop, won_on, 'manual', won_at, won_at
      from attached
    )
    insert into counters (organization_id, kind, value)
    select organization_id, 'client', max(client_number) from added group by 1
    union all select organization_id, 'sale', max(sale_number) from won group by 1
    on conflict (organization_id, kind) do update set value = excluded.value`.execute(db);

export const clients: Migration = { up };

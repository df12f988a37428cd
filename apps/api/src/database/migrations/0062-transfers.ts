import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions } from '../functions/index.ts';

/** Transfers at the bank and the payments that they belong to. Existing payments get the transfers that their rows and the journal show. */
async function up(db: Kysely<unknown>) {
  // Waits for running transactions, which mark payments as paid without transfers.
  await sql`lock table payments, bank_documents in share row exclusive mode`.execute(db);
  await sql`
    alter table bank_statements
    add column file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$')`.execute(db);
  await sql`
    alter table bank_documents
      add column payer_account text not null default '',
      add column decided_at timestamptz,
      add column decided_by uuid`.execute(db);
  await sql`
    create table transfers (
      organization_id uuid not null references organizations,
      id uuid not null,
      kind text not null check (kind in ('sent', 'refused', 'returned')),
      source text not null check (source in ('statement', 'file', 'manual')),
      value_date date,
      document_number text not null check (char_length(document_number) <= 100),
      amount_kop bigint not null check (amount_kop > 0),
      own_account text not null,
      partner_id uuid,
      payee text not null,
      payee_account text not null,
      purpose text not null,
      reason text not null default '' check (char_length(reason) <= 1000),
      notes text[] not null default '{}',
      file_sha256 text check (file_sha256 ~ '^[0-9a-f]{64}$'),
      bank_document_id uuid,
      unknown text[] not null default '{}',
      entered_at timestamptz not null,
      entered_by uuid,
      request_id text not null,
      primary key (organization_id, id),
      foreign key (organization_id, partner_id) references partners,
      foreign key (organization_id, bank_document_id) references bank_documents,
      check (value_date is not null or kind = 'refused'),
      check (reason = '' or kind <> 'sent'),
      check ((source = 'statement') = (bank_document_id is not null))
    )`.execute(db);
  await sql`
    create unique index transfers_bank_document on transfers (organization_id, bank_document_id)
    where bank_document_id is not null`.execute(db);
  await sql`create index transfers_number on transfers (organization_id, document_number)`.execute(db);
  await sql`
    create index transfers_noted on transfers (organization_id, entered_at, id) where notes <> '{}'`.execute(
    db,
  );
  await sql`
    create table transfer_matches (
      organization_id uuid not null,
      id uuid not null,
      transfer_id uuid not null,
      payment_id uuid,
      confirmed_id uuid,
      amount_kop bigint not null check (amount_kop > 0),
      matched_at timestamptz not null,
      matched_by uuid,
      primary key (organization_id, id),
      foreign key (organization_id, transfer_id) references transfers,
      foreign key (organization_id, payment_id) references payments,
      foreign key (organization_id, confirmed_id) references transfers,
      check (num_nonnulls(payment_id, confirmed_id) = 1)
    )`.execute(db);
  await sql`
    create unique index transfer_matches_payment on transfer_matches (organization_id, payment_id, transfer_id)
    where payment_id is not null`.execute(db);
  await sql`
    create unique index transfer_matches_confirmed on transfer_matches (organization_id, confirmed_id)
    where confirmed_id is not null`.execute(db);
  await sql`create index transfer_matches_transfer on transfer_matches (organization_id, transfer_id)`.execute(
    db,
  );
  await sql`
    create table transfer_debts (
      organization_id uuid not null,
      accrual_id uuid not null,
      payment_id uuid not null,
      primary key (organization_id, accrual_id),
      foreign key (organization_id, accrual_id) references accruals,
      foreign key (organization_id, payment_id) references payments
    )`.execute(db);
  await sql`create index transfer_debts_payment on transfer_debts (organization_id, payment_id)`.execute(db);
  for (const transfers of [sentByStatement, sentByHand, refused, refusedWithoutEntry])
    await sql.raw(withMatches(transfers)).execute(db);
  await applyFunctions(db, '0062-transfers');
}

/** Inserts the rows of a query as transfers, each matched with its payment. */
const withMatches = (rows: string) => `
  with found as materialized (${rows}), entered as (
    insert into transfers (organization_id, id, kind, source, value_date, document_number, amount_kop, own_account, partner_id,
      payee, payee_account, purpose, reason, bank_document_id, unknown, entered_at, entered_by, request_id)
    select organization_id, id, kind, source, value_date, document_number, amount_kop, own_account, partner_id, payee,
      payee_account, purpose, reason, bank_document_id, unknown, entered_at, entered_by, request_id
    from found
  )
  insert into transfer_matches (organization_id, id, transfer_id, payment_id, amount_kop, matched_at, matched_by)
  select organization_id, gen_random_uuid(), id, payment_id, amount_kop, entered_at, entered_by from found`;

/** The latest journal entry of an action on a payment. */
const entryOf = (action: string) => `
  left join lateral (
    select written.actor_id, written.request_id from audit_entries written
    where written.organization_id = payment.organization_id and written.object_id = payment.id and written.action = '${action}'
    order by written.at desc, written.id desc limit 1
  ) entry on true`;

const UNKNOWN_AUTHOR = `case when entry.request_id is null then array['entered_by', 'request_id'] else '{}'::text[] end`;

const payeeOf = `payment.partner_id, coalesce(payment.method->>'payee', '') as payee,
    coalesce(payment.method->>'account', '') as payee_account`;

/** The account of a statement is known when the statement has only one. The hash of its file was not stored. */
const sentByStatement = `
  select payment.organization_id, gen_random_uuid() as id, payment.id as payment_id, 'sent' as kind, 'statement' as source,
    document.day as value_date, document.number as document_number, document.amount_kop,
    case when cardinality(statement.accounts) = 1 then statement.accounts[1] else '' end as own_account,
    payment.partner_id, document.payee, document.payee_account, document.purpose, '' as reason, document.id as bank_document_id,
    array['file_sha256'] || case when cardinality(statement.accounts) = 1 then '{}'::text[] else array['own_account'] end
      || ${UNKNOWN_AUTHOR} as unknown,
    payment.paid_at as entered_at, entry.actor_id as entered_by, coalesce(entry.request_id, '') as request_id
  from payments payment
  join bank_documents document on document.organization_id = payment.organization_id and document.payment_id = payment.id
    and document.state = 'applied'
  join bank_statements statement on statement.organization_id = document.organization_id and statement.id = document.statement_id
  ${entryOf('payment.paid')}
  where payment.status = 'paid'`;

const sentByHand = `
  select payment.organization_id, gen_random_uuid() as id, payment.id as payment_id, 'sent' as kind, 'manual' as source,
    payment.paid_on as value_date, payment.external_ref as document_number, payment.amount_kop - payment.tax_kop as amount_kop,
    '' as own_account, ${payeeOf}, payment.purpose, '' as reason, null::uuid as bank_document_id,
    ${UNKNOWN_AUTHOR} as unknown, payment.paid_at as entered_at, entry.actor_id as entered_by,
    coalesce(entry.request_id, '') as request_id
  from payments payment
  ${entryOf('payment.paid')}
  where payment.status = 'paid' and not exists (
    select from transfer_matches matched
    where matched.organization_id = payment.organization_id and matched.payment_id = payment.id)`;

/** The amount and the payee are those of the last approval: earlier ones were not stored. */
const REFUSED = `'refused' as kind, 'manual' as source, null::date as value_date, '' as document_number,
    payment.amount_kop - payment.tax_kop as amount_kop, '' as own_account, ${payeeOf}, payment.purpose`;

const refused = `
  select payment.organization_id, gen_random_uuid() as id, payment.id as payment_id, ${REFUSED},
    left(coalesce(entry.diff->>'failure_reason', ''), 1000) as reason, null::uuid as bank_document_id,
    array['value_date', 'document_number', 'amount_kop', 'payee', 'payee_account'] as unknown, entry.at as entered_at,
    entry.actor_id as entered_by, entry.request_id
  from audit_entries entry
  join payments payment on payment.organization_id = entry.organization_id and payment.id = entry.object_id
  where entry.action = 'payment.failed'`;

const refusedWithoutEntry = `
  select payment.organization_id, gen_random_uuid() as id, payment.id as payment_id, ${REFUSED},
    left(payment.failure_reason, 1000) as reason, null::uuid as bank_document_id,
    array['value_date', 'document_number', 'entered_by', 'request_id'] as unknown, payment.updated_at as entered_at,
    null::uuid as entered_by, '' as request_id
  from payments payment
  where payment.status = 'failed' and not exists (
    select from transfer_matches matched
    where matched.organization_id = payment.organization_id and matched.payment_id = payment.id)`;

export const transfers: Migration = { up };

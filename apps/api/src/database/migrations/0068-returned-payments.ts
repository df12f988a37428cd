import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { applyFunctions, runDeferredTriggers } from '../functions/index.ts';

/** Payments that the bank returned, and the states of their registry lines, receipts and acts. */
async function up(db: Kysely<unknown>) {
  await runDeferredTriggers(db);
  await sql`
    alter table payments
      add column returned_at timestamptz,
      add column returned_on date,
      add column return_reason text not null default '' check (char_length(return_reason) <= 1000),
      drop constraint payments_status_check,
      drop constraint payments_check,
      drop constraint payments_check1`.execute(db);
  await sql`
    alter table payments
      add constraint payments_status_check
        check (status in ('requested', 'draft', 'approved', 'processing', 'paid', 'failed', 'canceled', 'returned')),
      add constraint payments_approved check (
        status not in ('approved', 'processing', 'paid', 'failed', 'returned') or (method is not null and approved_at is not null)),
      add constraint payments_paid check ((status in ('paid', 'returned')) = (paid_at is not null)),
      add constraint payments_returned check (
        (status = 'returned') = (returned_at is not null) and (status = 'returned') = (returned_on is not null)
        and (status = 'returned' or return_reason = ''))`.execute(db);
  await sql`
    alter table registry_payments
      drop constraint registry_payments_state_check,
      add constraint registry_payments_state_check check (state in ('open', 'paid', 'failed', 'returned', 'out'))`.execute(
    db,
  );
  await sql`
    alter table receipts
      drop constraint receipts_status_check,
      add constraint receipts_status_check
        check (status in ('awaited', 'received', 'mismatched', 'annulled', 'to_annul', 'closed'))`.execute(
    db,
  );
  await sql`drop index receipts_partner`.execute(db);
  await sql`
    create index receipts_partner on receipts (organization_id, partner_id)
    where status in ('awaited', 'mismatched', 'annulled')`.execute(db);
  await changeActs(db);
  await sql`alter table bank_documents add column is_return boolean not null default false`.execute(db);
  await applyFunctions(db, '0068-returned-payments');
}

/** An act is annulled when the bank returned all of its payments. */
async function changeActs(db: Kysely<unknown>) {
  await sql`drop index acts_of_month`.execute(db);
  await sql`
    alter table acts
      drop constraint acts_status_check,
      drop constraint acts_answer_of_status,
      drop constraint acts_objection_of_status,
      add constraint acts_status_check check (status in ('issued', 'confirmed', 'objected', 'replaced', 'annulled')),
      add constraint acts_answer_of_status check (
        case when status = 'issued' then answered_at is null when status in ('replaced', 'annulled') then true else answered_at is not null end),
      add constraint acts_objection_of_status check (
        case when status = 'objected' then objection <> '' when status in ('replaced', 'annulled') then true else objection = '' end)`.execute(
    db,
  );
  await sql`
    create unique index acts_of_month on acts (organization_id, partner_id, month)
    where status not in ('replaced', 'annulled')`.execute(db);
}

export const returnedPayments: Migration = { up };

import { randomUUIDv7 } from 'node:crypto';
import type { TransferKind, TransferSource } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Cause } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';

/** SQL expression for the kopecks that the bank transferred for `payments`, an alias of the table: sent minus returned. */
export const transferredKop = (payments: string) => sql<number>`(
  select coalesce(sum(
    case transfer.kind when 'sent' then matched.amount_kop when 'returned' then -matched.amount_kop else 0 end), 0)::bigint
  from transfer_matches matched
  join transfers transfer on transfer.organization_id = matched.organization_id and transfer.id = matched.transfer_id
  where matched.organization_id = ${sql.ref(`${payments}.organization_id`)} and matched.payment_id = ${sql.ref(`${payments}.id`)})`;

/** SQL expression for the number of the latest manual transfer of `payments` that no bank document confirms, or null. */
export const unconfirmedMark = (payments: string) => sql<string | null>`(
  select transfer.document_number
  from transfer_matches matched
  join transfers transfer on transfer.organization_id = matched.organization_id and transfer.id = matched.transfer_id
  where matched.organization_id = ${sql.ref(`${payments}.organization_id`)} and matched.payment_id = ${sql.ref(`${payments}.id`)}
    and transfer.kind = 'sent' and transfer.source = 'manual'
    and not exists (select from transfer_matches confirming
      where confirming.organization_id = transfer.organization_id and confirming.confirmed_id = transfer.id)
  order by transfer.entered_at desc, transfer.id desc limit 1)`;

type NewMatch = { payment_id: string; amount_kop: number } | { confirmed_id: string; amount_kop: number };

export type NewTransfer = {
  kind: TransferKind;
  source: TransferSource;
  /** Day at the bank as an ISO 8601 date; null for a refusal. */
  value_date: string | null;
  document_number: string;
  amount_kop: number;
  own_account?: string;
  partner_id: string;
  payee: string;
  payee_account: string;
  purpose: string;
  reason?: string;
  notes?: readonly string[];
  file_sha256?: string | null;
  bank_document_id?: string;
  /** Payments and manual transfers that parts of the transfer belong to. */
  matches: readonly NewMatch[];
};

/** Reads and writes of transfers. The caller holds the locks of the partners. */
export const transfersRepo = (trx: Db, organizationId: string) => ({
  /** Stores transfers with their matches. The number of SQL statements does not depend on the number of transfers. */
  async insert(transfers: readonly NewTransfer[], { actorId, requestId, at }: Cause) {
    if (transfers.length === 0) return;
    const rows = transfers.map((transfer) => ({ ...transfer, id: randomUUIDv7() }));
    await sql`
      insert into transfers (organization_id, id, kind, source, value_date, document_number, amount_kop, own_account, partner_id,
        payee, payee_account, purpose, reason, notes, file_sha256, bank_document_id, entered_at, entered_by, request_id)
      select ${organizationId}, entered.id, entered.kind, entered.source, entered.value_date, entered.document_number,
        entered.amount_kop, coalesce(entered.own_account, ''), entered.partner_id, entered.payee, entered.payee_account,
        entered.purpose, coalesce(entered.reason, ''),
        array(select jsonb_array_elements_text(coalesce(entered.notes, '[]'))), entered.file_sha256, entered.bank_document_id,
        ${at}, ${actorId}::uuid, ${requestId}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entered (id uuid, kind text, source text, value_date date,
        document_number text, amount_kop bigint, own_account text, partner_id uuid, payee text, payee_account text, purpose text,
        reason text, notes jsonb, file_sha256 text, bank_document_id uuid)`.execute(trx);
    const matches = rows.flatMap(({ id: transfer_id, matches: parts }) =>
      parts.map((part) => ({ ...part, id: randomUUIDv7(), transfer_id })),
    );
    await sql`
      insert into transfer_matches (organization_id, id, transfer_id, payment_id, confirmed_id, amount_kop, matched_at, matched_by)
      select ${organizationId}, matched.id, matched.transfer_id, matched.payment_id, matched.confirmed_id, matched.amount_kop,
        ${at}, ${actorId}::uuid
      from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as matched (id uuid, transfer_id uuid, payment_id uuid,
        confirmed_id uuid, amount_kop bigint)`.execute(trx);
  },

  /** Returns the transferred kopecks of payments by id. Payments without transfers are omitted. */
  async transferred(payments: readonly string[]) {
    const rows = await trx
      .selectFrom('payments as payment')
      .select(['payment.id', transferredKop('payment').as('kop')])
      .where('payment.organization_id', '=', organizationId)
      .where(sql<boolean>`payment.id = any(${payments}::uuid[])`)
      .execute();
    return new Map(rows.filter(({ kop }) => kop !== 0).map(({ id, kop }) => [id, kop]));
  },

  /** Returns the manual transfers of a payment without a bank document, oldest first. */
  async unconfirmed(paymentId: string) {
    const { rows } = await sql<{
      id: string;
      document_number: string;
      value_date: string;
      amount_kop: number;
    }>`
      select transfer.id, transfer.document_number, transfer.value_date::text as value_date, matched.amount_kop
      from transfer_matches matched
      join transfers transfer on transfer.organization_id = matched.organization_id and transfer.id = matched.transfer_id
      where matched.organization_id = ${organizationId} and matched.payment_id = ${paymentId}
        and transfer.kind = 'sent' and transfer.source = 'manual'
        and not exists (select from transfer_matches confirming
          where confirming.organization_id = transfer.organization_id and confirming.confirmed_id = transfer.id)
      order by transfer.entered_at, transfer.id`.execute(trx);
    return rows;
  },

  /** Returns the number of another payment with a transfer of the same number in the same year; undefined without one. */
  async paymentWithNumber(numbers: readonly string[], day: string, paymentId: string) {
    const { rows } = await sql<{ number: number }>`
      select payment.number
      from transfers transfer
      join transfer_matches matched on matched.organization_id = transfer.organization_id and matched.transfer_id = transfer.id
      join payments payment on payment.organization_id = matched.organization_id and payment.id = matched.payment_id
      where transfer.organization_id = ${organizationId} and transfer.document_number = any(${numbers}::text[])
        and transfer.kind = 'sent' and date_part('year', transfer.value_date) = date_part('year', ${day}::date)
        and matched.payment_id <> ${paymentId}
      order by payment.number limit 1`.execute(trx);
    return rows[0]?.number;
  },
});

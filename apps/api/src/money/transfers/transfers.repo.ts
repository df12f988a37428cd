import { randomUUIDv7 } from 'node:crypto';
import type { TransferKind, TransferSource } from '@referral-dashboard/api-contract';
import { type SqlBool, sql } from 'kysely';
import type { Cause } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';

/** SQL expression for the kopecks that the bank transferred for `payments`, an alias of the table: sent minus returned. */
export const transferredKop = (payments: string) => sql<number>`(
  select coalesce(sum(
    case transfer.kind when 'sent' then matched.amount_kop when 'returned' then -matched.amount_kop else 0 end), 0)::bigint
  from transfer_matches matched
  join transfers transfer on transfer.organization_id = matched.organization_id and transfer.id = matched.transfer_id
  where matched.organization_id = ${sql.ref(`${payments}.organization_id`)} and matched.payment_id = ${sql.ref(`${payments}.id`)})`;

/**
 * Predicate: the accruals are debts from transfers. A payment settles them with money, so they are part of its amount, but not of the services
 * that acts, receipts and taxes are about.
 *
 * @param accruals SQL alias of the accruals.
 */
export const isTransferDebt = (accruals: string) => sql<SqlBool>`exists (
  select from transfer_debts debt
  where debt.organization_id = ${sql.ref(`${accruals}.organization_id`)} and debt.accrual_id = ${sql.ref(`${accruals}.id`)})`;

/**
 * SQL expression for the kopecks of transfer debts that `payments`, an alias of the table, settle: positive for debts, negative for returned
 * money. The accruals of a payment that the bank returned are those that it paid.
 */
export const settledDebtKop = (payments: string) => sql<number>`(case
  when ${sql.ref(`${payments}.status`)} = 'returned' then (
    select coalesce(-sum(move.amount_kop), 0)::bigint
    from accrual_moves move
    join transfer_debts debt on debt.organization_id = move.organization_id and debt.accrual_id = move.accrual_id
    where move.organization_id = ${sql.ref(`${payments}.organization_id`)} and move.payment_id = ${sql.ref(`${payments}.id`)}
      and move.to_status = 'paid')
  else (
    select coalesce(-sum(settled.amount_kop), 0)::bigint
    from transfer_debts debt
    join accruals settled on settled.organization_id = debt.organization_id and settled.id = debt.accrual_id
    where debt.organization_id = ${sql.ref(`${payments}.organization_id`)} and settled.payment_id = ${sql.ref(`${payments}.id`)})
  end)`;

/** SQL expression for the kopecks that the partner earned by `payments`, an alias of the table: their amounts without transfer debts. */
export const earnedKop = (payments: string) =>
  sql<number>`(${sql.ref(`${payments}.amount_kop`)} + ${settledDebtKop(payments)})`;

type Marked = Extract<TransferKind, 'sent' | 'returned'>;

/** SQL: manual transfers of payments that bank documents do not confirm in full, with the unconfirmed kopecks `mark.rest_kop`. */
const openMarks = (kind: Marked) => sql`
  transfer_matches matched
  join transfers transfer on transfer.organization_id = matched.organization_id and transfer.id = matched.transfer_id
    and transfer.kind = ${kind} and transfer.source = 'manual'
  cross join lateral (
    select matched.amount_kop - coalesce(sum(confirming.amount_kop), 0)::bigint as rest_kop
    from transfer_matches confirming
    where confirming.organization_id = transfer.organization_id and confirming.confirmed_id = transfer.id
  ) mark`;

/** A manual transfer with the kopecks that no bank document confirms yet. */
export type OpenMark = { id: string; document_number: string; rest_kop: number };

/** SQL expression for the unconfirmed manual transfers of `payments`, an alias of the table: their sum and the latest number, or null. */
export const openMark = (payments: string, kind: Marked = 'sent') => sql<{
  number: string;
  rest_kop: number;
} | null>`(
  select json_build_object('rest_kop', sum(mark.rest_kop),
    'number', (array_agg(transfer.document_number order by transfer.entered_at desc, transfer.id desc))[1])
  from ${openMarks(kind)}
  where matched.organization_id = ${sql.ref(`${payments}.organization_id`)} and matched.payment_id = ${sql.ref(`${payments}.id`)}
    and mark.rest_kop > 0
  having count(*) > 0)`;

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

  /** Returns the day and the number of the last transfer of each approved payment that its transfers cover, by payment id. */
  async covering(payments: readonly string[]) {
    const { rows } = await sql<{ id: string; paid_on: string; external_ref: string }>`
      select payment.id, last.paid_on, last.external_ref
      from payments payment
      cross join lateral (
        select transfer.value_date::text as paid_on,
          case transfer.source when 'statement' then 'ПП ' else '' end || transfer.document_number as external_ref
        from transfer_matches matched
        join transfers transfer on transfer.organization_id = matched.organization_id and transfer.id = matched.transfer_id
        where matched.organization_id = payment.organization_id and matched.payment_id = payment.id and transfer.kind = 'sent'
        order by transfer.value_date desc, transfer.entered_at desc, transfer.id desc
        limit 1
      ) last
      where payment.organization_id = ${organizationId} and payment.id = any(${payments}::uuid[])
        and payment.status = 'approved' and ${transferredKop('payment')} >= payment.amount_kop - payment.tax_kop`.execute(
      trx,
    );
    return new Map(rows.map(({ id, ...transfer }) => [id, transfer]));
  },

  /** Returns the manual transfers of a payment that bank documents do not confirm in full, oldest first. */
  async openMarks(paymentId: string, kind: Marked = 'sent') {
    const { rows } = await sql<OpenMark>`
      select transfer.id, transfer.document_number, mark.rest_kop
      from ${openMarks(kind)}
      where matched.organization_id = ${organizationId} and matched.payment_id = ${paymentId} and mark.rest_kop > 0
      order by transfer.entered_at, transfer.id`.execute(trx);
    return rows;
  },

  /**
   * Returns the number of another payment with a transfer of the same number from the same account in the same year; undefined without one. An
   * unknown account equals every account. One manual mark of several payments has one number for all of them, so it does not count.
   */
  async paymentWithNumber({ number, day, ownAccount, payments }: NumberedTransfer) {
    const { rows } = await sql<{ number: number }>`
      select payment.number
      from transfers transfer
      join transfer_matches matched on matched.organization_id = transfer.organization_id and matched.transfer_id = transfer.id
      join payments payment on payment.organization_id = matched.organization_id and payment.id = matched.payment_id
      where transfer.organization_id = ${organizationId} and transfer.document_number = any(${spellingsOf(number)}::text[])
        and transfer.kind = 'sent' and date_part('year', transfer.value_date) = date_part('year', ${day}::date)
        and (transfer.own_account = ${ownAccount} or transfer.own_account = '' or ${ownAccount} = '')
        and matched.payment_id <> all(${payments}::uuid[])
        and not (transfer.source = 'manual' and exists (
          select from transfers same
          where same.organization_id = transfer.organization_id and same.document_number = transfer.document_number
            and same.source = 'manual' and same.kind = 'sent' and same.entered_at = transfer.entered_at
            and same.request_id = transfer.request_id and same.id <> transfer.id))
      order by payment.number limit 1`.execute(trx);
    return rows[0]?.number;
  },
});

type NumberedTransfer = {
  number: string;
  /** ISO 8601 date. */
  day: string;
  /** Account of the organization; empty when unknown. */
  ownAccount: string;
  /** Payments of the transfer itself. */
  payments: readonly string[];
};

/** Returns the ways in which employees and banks write a number: «7», «ПП 7», «№ 7». */
function spellingsOf(number: string): string[] {
  const bare = number.replace(/^(?:п\/?п)?\s*№?\s*/iu, '');
  return [...new Set([number, bare, `ПП ${bare}`, `№ ${bare}`, `ПП № ${bare}`])];
}

/** Returns a note about the payment that already has a transfer of the same number, in Russian. */
export async function describeRepeatedNumber(
  trx: Db,
  organizationId: string,
  transfer: NumberedTransfer,
): Promise<string[]> {
  const found = await transfersRepo(trx, organizationId).paymentWithNumber(transfer);
  return found === undefined ? [] : [`Номер перевода ${transfer.number} уже указан у выплаты В-${found}.`];
}

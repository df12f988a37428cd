import { computeTransfer, stateMachines } from '@referral-dashboard/api-contract';
import type { Cause } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { formatRubles } from '../../platform/russian-format.ts';
import { auditPayments } from '../payments/lifecycle/audit-payments.ts';
import { settlePayments } from '../payments/lifecycle/lifecycle.ts';
import { type LockedPayment, lockPayment, type PaymentSet } from '../payments/lifecycle/locked-payments.ts';
import { transitionPayments } from '../payments/lifecycle/transition-payments.ts';
import { recordTransferDebts } from '../transfers/transfer-debts.ts';
import { transfersRepo } from '../transfers/transfers.repo.ts';

export type AppliedDocument = {
  id: string;
  payment_id: string;
  number: string;
  /** Day of the debit as an ISO 8601 date. */
  paid_on: string;
  amount_kop: number;
  payee: string;
  payee_account: string;
  purpose: string;
  own_account: string;
  file_sha256: string | null;
};

/**
 * Records a bank document as a transfer of its payment, in any status of the payment. It confirms a manual mark that has no document yet.
 * A payment that its transfers cover becomes paid. A surplus becomes a debt of the partner.
 */
export async function applyDocument(
  trx: Db,
  organizationId: string,
  document: AppliedDocument,
  cause: Cause,
) {
  const { payment_id, number, paid_on, amount_kop } = document;
  const { row, partner, set } = await lockPayment(trx, organizationId, payment_id, cause);
  const repo = transfersRepo(trx, organizationId);
  const before_kop = (await repo.transferred([payment_id])).get(payment_id) ?? 0;
  const manual = await repo.unconfirmed(payment_id);
  const mark = manual.find((one) => one.amount_kop === amount_kop) ?? manual[0];
  const confirmed_kop = mark === undefined ? 0 : Math.min(mark.amount_kop, amount_kop);
  const rest_kop = amount_kop - confirmed_kop;
  const notes = [
    ...findConflicts({ row, partner }, { amount_kop, rest_kop, before_kop, mark }),
    ...(await repeatedNumber()),
  ];
  await repo.insert(
    [
      {
        kind: 'sent',
        source: 'statement',
        value_date: paid_on,
        document_number: number,
        amount_kop,
        own_account: document.own_account,
        partner_id: row.partner_id,
        payee: document.payee,
        payee_account: document.payee_account,
        purpose: document.purpose,
        notes,
        file_sha256: document.file_sha256,
        bank_document_id: document.id,
        matches: [
          ...(mark === undefined ? [] : [{ confirmed_id: mark.id, amount_kop: confirmed_kop }]),
          ...(rest_kop > 0 ? [{ payment_id, amount_kop: rest_kop }] : []),
        ],
      },
    ],
    cause,
  );
  const external_ref = `ПП ${number}`;
  const action = mark === undefined ? 'payment.transfer' : 'payment.confirm';
  const diff = { paid_on, external_ref, amount_kop, reason: notes.join(' ') };
  if (AWAITED.has(row.status) && before_kop + rest_kop >= computeTransfer(row)) {
    if (notes.length > 0) await auditPayments(trx, organizationId, action, [{ id: payment_id, diff }], cause);
    return settlePayments(
      trx,
      row.status === 'failed' ? await reopen() : set,
      { paid_on, external_ref },
      cause,
    );
  }
  await auditPayments(trx, organizationId, action, [{ id: payment_id, diff }], cause);
  await recordTransferDebts(trx, { organizationId, payments: [payment_id] }, cause);

  /** Approves a payment again whose transfer the bank refused before. */
  async function reopen(): Promise<PaymentSet> {
    await transitionPayments(trx, set, { to: 'approved', values: { failure_reason: '' } }, cause);
    return (await lockPayment(trx, organizationId, payment_id, cause)).set;
  }

  async function repeatedNumber(): Promise<string[]> {
    const found = await repo.paymentWithNumber([number, `ПП ${number}`], paid_on, payment_id);
    return found === undefined ? [] : [`Номер перевода ${number} уже указан у выплаты В-${found}.`];
  }
}

/** Statuses from which a payment becomes paid when the bank has transferred it. */
const AWAITED: ReadonlySet<LockedPayment['row']['status']> = new Set(['approved', 'processing', 'failed']);

type Moved = {
  amount_kop: number;
  /** Part of the document that confirms no manual mark. */
  rest_kop: number;
  before_kop: number;
  mark: { amount_kop: number } | undefined;
};

/** Returns how a bank document differs from its payment, in Russian. */
function findConflicts({ row }: LockedPayment, { amount_kop, rest_kop, before_kop, mark }: Moved): string[] {
  const due_kop = computeTransfer(row);
  if (mark !== undefined)
    return amount_kop === mark.amount_kop
      ? []
      : [`Сумма в банке ${formatRubles(amount_kop)}, отмечено ${formatRubles(mark.amount_kop)}.`];
  switch (row.status) {
    case 'canceled':
      return ['Выплата отменена, а банк перевел деньги: они стали долгом партнера.'];
    case 'requested':
    case 'draft':
      return ['Выплата не утверждена, а банк перевел деньги. Отмените ее: перевод станет долгом партнера.'];
    case 'paid':
      return [`Второй перевод по выплате: ${formatRubles(rest_kop)} стали долгом партнера.`];
    default: {
      const total_kop = before_kop + rest_kop;
      const failed =
        row.status === 'failed' ? [`Выплата была в статусе «${stateMachines.payment.labels.failed}».`] : [];
      if (total_kop === due_kop) return failed;
      return [
        ...failed,
        total_kop > due_kop
          ? `Банк перевел ${formatRubles(total_kop)}, в выплате ${formatRubles(due_kop)}: лишнее стало долгом партнера.`
          : `Банк перевел ${formatRubles(total_kop)} из ${formatRubles(due_kop)}. Выплата ждет остальное.`,
      ];
    }
  }
}

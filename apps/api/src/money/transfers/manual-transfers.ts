import { computeUntransferred } from '@referral-dashboard/api-contract';
import type { Cause } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { findAccountingDay } from '../closed-months/accounting-day.ts';
import type { LockedPayment, PaymentSet } from '../payments/lifecycle/locked-payments.ts';
import { describeRepeatedNumber, type NewTransfer, transfersRepo } from './transfers.repo.ts';

/** Columns of a transfer that come from its payment. */
const toPayee = ({ row: { partner_id, method, purpose } }: LockedPayment) => ({
  partner_id,
  payee: method?.payee ?? '',
  payee_account: method?.account ?? '',
  purpose,
});

type Given = { paid_on: string; external_ref: string };

/** Records the transfers of payments that an employee marks as paid. A payment that the bank has already paid in part gets the rest. */
export async function recordManualTransfers(
  trx: Db,
  { organizationId, payments }: PaymentSet,
  { paid_on, external_ref }: Given,
  cause: Cause,
) {
  const repo = transfersRepo(trx, organizationId);
  const transferred = await repo.transferred(payments.map(({ row }) => row.id));
  const { note } = await findAccountingDay(trx, organizationId, paid_on);
  const repeated = await describeRepeatedNumber(trx, organizationId, {
    number: external_ref,
    day: paid_on,
    ownAccount: '',
    payments: payments.map(({ row }) => row.id),
  });
  const entries = payments.flatMap((payment): NewTransfer[] => {
    const { id } = payment.row;
    const amount_kop = computeUntransferred({ ...payment.row, transferred_kop: transferred.get(id) ?? 0 });
    if (amount_kop === 0) return [];
    return [
      {
        ...toPayee(payment),
        kind: 'sent',
        source: 'manual',
        value_date: paid_on,
        document_number: external_ref,
        amount_kop,
        matches: [{ payment_id: id, amount_kop }],
      },
    ];
  });
  const [first, ...others] = entries;
  // One task is enough for a number that all payments of a registry share.
  await repo.insert(
    first === undefined ? [] : [{ ...first, notes: [...repeated, ...(note ? [note] : [])] }, ...others],
    cause,
  );
}

type Returned = {
  returned_on: string;
  external_ref: string;
  reason: string;
  amount_kop: number;
  notes: readonly string[];
};

/** Records that the bank returned money of a payment. */
export async function recordManualReturn(
  trx: Db,
  payment: LockedPayment,
  { returned_on, external_ref, reason, amount_kop, notes }: Returned,
  cause: Cause,
) {
  const { id, organization_id } = payment.row;
  const entry: NewTransfer = {
    ...toPayee(payment),
    kind: 'returned',
    source: 'manual',
    value_date: returned_on,
    document_number: external_ref,
    amount_kop,
    reason,
    notes,
    matches: [{ payment_id: id, amount_kop }],
  };
  await transfersRepo(trx, organization_id).insert([entry], cause);
}

/** Records that the bank refused the transfers of payments, or of the parts that it has not transferred. */
export async function recordRefusedTransfers(
  trx: Db,
  { organizationId, payments }: PaymentSet,
  reason: string,
  cause: Cause,
) {
  const repo = transfersRepo(trx, organizationId);
  const transferred = await repo.transferred(payments.map(({ row }) => row.id));
  const entries = payments.map((payment): NewTransfer => {
    const { id } = payment.row;
    const amount_kop = computeUntransferred({ ...payment.row, transferred_kop: transferred.get(id) ?? 0 });
    return {
      ...toPayee(payment),
      kind: 'refused',
      source: 'manual',
      value_date: null,
      document_number: '',
      amount_kop,
      reason,
      matches: [{ payment_id: id, amount_kop }],
    };
  });
  await repo.insert(entries, cause);
}

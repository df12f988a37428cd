import { sql } from 'kysely';
import { buildDiff, type Cause } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { auditPayments } from './lifecycle/audit-payments.ts';
import { cancelPayments } from './lifecycle/lifecycle.ts';
import { type LockedPayment, lockPayment } from './lifecycle/locked-payments.ts';
import { currentPurpose } from './purpose.ts';
import { reserveRepo } from './reserve.repo.ts';

type PaymentOf = { organizationId: string; paymentId: string };

/** SQL expression that adds a user to the column `changed_by`. */
export const withEditor = (userId: string) =>
  sql<string[]>`case when ${userId}::uuid = any(changed_by) then changed_by
    else array_append(changed_by, ${userId}::uuid) end`;

type Content = {
  row: LockedPayment['row'];
  amount_kop: number;
  /** Numbers of the accruals before the change. */
  before: readonly string[];
};

/** Sets the amount and the purpose of a payment after a change of its accruals. The user becomes one of its editors. */
export async function changeAmount(
  trx: Db,
  { row, amount_kop, before }: Content,
  { actorId, requestId, at }: Cause,
) {
  const { organization_id: organizationId, id, partner_id: partnerId, number, status: from } = row;
  const purpose = await currentPurpose(trx, { organizationId, partnerId, number, amount_kop, at });
  await trx
    .updateTable('payments')
    .set({
      amount_kop,
      purpose,
      ...(actorId !== null && { changed_by: withEditor(actorId) }),
      updated_at: at,
      version: sql`version + 1`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();
  const after = await findAccrualNumbers(trx, organizationId, id);
  const former = { amount_kop: row.amount_kop, purpose: row.purpose, content: without(before, after) };
  const current = { amount_kop, purpose, content: without(after, before) };
  const { before: old, after: now } = buildDiff(former, current, Object.keys(current));
  const diff = { from, before: old, after: now };
  await auditPayments(trx, organizationId, 'payment.update', [{ id, diff }], { actorId, requestId, at });
}

const without = (numbers: readonly string[], others: readonly string[]) => {
  const excluded = new Set(others);
  return numbers.filter((number) => !excluded.has(number));
};

/** Returns the numbers of the accruals of a payment, such as `Н-7`, in ascending order. */
export async function findAccrualNumbers(trx: Db, organizationId: string, paymentId: string) {
  const rows = await trx
    .selectFrom('accruals')
    .select('number')
    .where('organization_id', '=', organizationId)
    .where('payment_id', '=', paymentId)
    .orderBy('number')
    .execute();
  return rows.map(({ number }) => `Н-${number}`);
}

type PayeeKey = { organizationId: string; partnerId: string };

/** Payments of a partner whose payee can still change. */
const findOpen = (trx: Db, { organizationId, partnerId }: PayeeKey) =>
  trx
    .selectFrom('payments')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('partner_id', '=', partnerId)
    .where('status', 'in', ['requested', 'draft', 'failed']);

/** Records the user as an editor of the partner's open payments after a change of the payout method. */
export async function recordMethodChange(trx: Db, of: PayeeKey, { actorId, at }: Cause) {
  await trx
    .updateTable('payments')
    .set({
      ...(actorId !== null && { changed_by: withEditor(actorId) }),
      updated_at: at,
      version: sql`version + 1`,
    })
    .where('organization_id', '=', of.organizationId)
    .where('id', 'in', findOpen(trx, of))
    .execute();
}

/**
 * Increments the versions of a payment and of its registry after a transfer that does not complete it: screens and files with the former
 * amount are out of date.
 */
export async function recordPartialTransfer(
  trx: Db,
  { organizationId, paymentId }: PaymentOf,
  { at: updated_at }: Cause,
) {
  const changed = { updated_at, version: sql<number>`version + 1` };
  await trx
    .updateTable('payments')
    .set(changed)
    .where('organization_id', '=', organizationId)
    .where('id', '=', paymentId)
    .execute();
  await trx
    .updateTable('registries as registry')
    .set(changed)
    .where('registry.organization_id', '=', organizationId)
    .where('registry.status', 'in', ['draft', 'approved', 'sent'])
    .where('registry.id', 'in', (lines) =>
      lines
        .selectFrom('registry_payments as line')
        .select('line.registry_id')
        .where('line.organization_id', '=', organizationId)
        .where('line.state', '=', 'open')
        .where('line.payment_id', '=', paymentId),
    )
    .execute();
}

/**
 * As `recordMethodChange`, after a change of the payee or tax data of a card. Also increments the versions of the draft registries of these
 * payments: the approval of a registry compares the method of a line, but not the name and the tax.
 */
export async function recordPayeeChange(trx: Db, of: PayeeKey, cause: Cause) {
  await recordMethodChange(trx, of, cause);
  await trx
    .updateTable('registries as registry')
    .set({ updated_at: cause.at, version: sql`version + 1` })
    .where('registry.organization_id', '=', of.organizationId)
    .where('registry.status', '=', 'draft')
    .where('registry.id', 'in', (lines) =>
      lines
        .selectFrom('registry_payments as line')
        .select('line.registry_id')
        .where('line.organization_id', '=', of.organizationId)
        .where('line.state', '=', 'open')
        .where('line.payment_id', 'in', findOpen(trx, of)),
    )
    .execute();
}

/** Removes accruals from a payment before its approval. Recalculates its amount, or cancels it when the remaining sum is not positive. */
export async function removeFromPayment(
  trx: Db,
  { organizationId, paymentId, accruals }: PaymentOf & { accruals: readonly string[] },
  cause: Cause,
) {
  const payment = await lockPayment(trx, organizationId, paymentId, cause);
  const before = await findAccrualNumbers(trx, organizationId, paymentId);
  await reserveRepo(trx).release(organizationId, [paymentId], cause.at, accruals);
  await recalculateAmount(trx, payment, before, cause);
}

/** Adds an available accrual to a payment before its approval and recalculates its amount. */
export async function addToPayment(
  trx: Db,
  { organizationId, paymentId, accrual }: PaymentOf & { accrual: string },
  cause: Cause,
) {
  const payment = await lockPayment(trx, organizationId, paymentId, cause);
  const before = await findAccrualNumbers(trx, organizationId, paymentId);
  await reserveRepo(trx).add(organizationId, paymentId, accrual, cause.at);
  await recalculateAmount(trx, payment, before, cause);
}

/** Sets the amount of a payment to the sum of its accruals. A sum of zero or less cancels the payment. */
async function recalculateAmount(
  trx: Db,
  { row, set }: Awaited<ReturnType<typeof lockPayment>>,
  before: readonly string[],
  cause: Cause,
) {
  const amount_kop = await reserveRepo(trx).total(row.organization_id, row.id);
  if (amount_kop > 0) await changeAmount(trx, { row, amount_kop, before }, cause);
  else await cancelPayments(trx, set, 'Начисления отменены.', cause);
}

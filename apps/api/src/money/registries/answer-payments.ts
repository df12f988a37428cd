import { type PaymentStatus, stateMachines } from '@referral-dashboard/api-contract';
import { type RawBuilder, sql } from 'kysely';
import type { Cause } from '../../audit/index.ts';
import { checkTransition } from '../../database/rules/transitions.ts';
import type { Db } from '../../platform/db/db.ts';
import { notifyPayment } from '../money-messages.ts';
import { checkDay } from '../payments/payment-transitions.ts';
import { reserveRepo } from '../payments/reserve.repo.ts';
import { awaitReceipt } from '../receipts/owed-receipts.ts';
import { auditPayments } from './audit-payments.ts';
import { type KnownPayment, lockPayments } from './known-payments.ts';

type RegistryPayments = { organizationId: string; payments: readonly string[] };
type Transfer = { paid_on: string; external_ref: string };

/** Marks payments of a registry as paid, all or none, and sends notifications. The caller updates the registry. */
export async function payPayments(
  trx: Db,
  { organizationId, payments: ids }: RegistryPayments,
  { paid_on, external_ref }: Transfer,
  cause: Cause,
) {
  const { at } = cause;
  const { organization, payments } = await lockPayments(trx, organizationId, ids, at);
  for (const one of payments) {
    checkTransition(stateMachines.payment, one.row.status, 'paid');
    // Blockers apply only to unsent payments. The bank has already transferred these.
    checkDay(one.row, organization, paid_on, at);
  }
  await reserveRepo(trx).settle(organizationId, ids, at);
  const change = sql`paid_on = ${paid_on}, external_ref = ${external_ref}, paid_at = ${at}`;
  await answer(
    trx,
    organizationId,
    payments,
    { to: 'paid', change, said: { paid_on, external_ref, paid_at: at } },
    cause,
  );
  for (const { row, partner } of payments)
    if (partner.kind === 'self_employed')
      await awaitReceipt(trx, { organizationId, paymentId: row.id, paidOn: paid_on }, cause);
}

/** Marks payments of a registry as refused by the bank and sends notifications. The caller updates the registry. */
export async function failPayments(
  trx: Db,
  { organizationId, payments: ids }: RegistryPayments,
  failure_reason: string,
  cause: Cause,
) {
  const { payments } = await lockPayments(trx, organizationId, ids, cause.at);
  for (const { row } of payments) checkTransition(stateMachines.payment, row.status, 'failed');
  const change = sql`failure_reason = ${failure_reason}`;
  await answer(trx, organizationId, payments, { to: 'failed', change, said: { failure_reason } }, cause);
}

type Answer = {
  to: Extract<PaymentStatus, 'paid' | 'failed'>;
  change: RawBuilder<unknown>;
  said: Record<string, unknown>;
};

async function answer(
  trx: Db,
  organizationId: string,
  payments: readonly KnownPayment[],
  { to, change, said }: Answer,
  cause: Cause,
) {
  const { at } = cause;
  const ids = payments.map(({ row }) => row.id);
  await sql`
    update payments set ${change}, status = ${to}, updated_at = ${at}, version = version + 1
    where organization_id = ${organizationId} and id = any(${ids}::uuid[])`.execute(trx);
  const changes = payments.map(({ row: { id, status: from } }) => ({
    id,
    diff: { from, ...said, status: to },
  }));
  await auditPayments(trx, organizationId, `payment.${to}`, changes, cause);
  for (const paymentId of ids)
    await notifyPayment(trx, `payment_${to}`, { organizationId, paymentId }, cause);
}

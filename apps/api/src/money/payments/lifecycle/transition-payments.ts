import { type PartnerKind, type PaymentStatus, stateMachines } from '@referral-dashboard/api-contract';
import { sql, type Updateable } from 'kysely';
import type { Cause } from '../../../audit/index.ts';
import { checkTransition } from '../../../database/rules/transitions.ts';
import type { PaymentsTable } from '../../../database/tables/money.ts';
import type { Db } from '../../../platform/db/db.ts';
import { notifyPayments } from '../../money-messages.ts';
import { updateRegistriesOfPayments } from '../../registries/registries.ts';
import { recordPayments } from '../payment-events.ts';
import { type Frozen, type OutcomeValues, recordAttempts, recordOutcomes } from './attempts.ts';
import { auditPayments } from './audit-payments.ts';
import { getPaymentIds, type PaymentSet } from './locked-payments.ts';

export type PaymentTransition = {
  to: PaymentStatus;
  /** Statuses from which this call may start, when the state machine allows others too. */
  allowedFrom?: readonly PaymentStatus[];
  /** New values of all payments. */
  values?: Omit<Updateable<PaymentsTable>, keyof Frozen | 'status' | 'amount_kop'> & OutcomeValues;
  /** Values that an approval freezes, by payment id. */
  frozen?: ReadonlyMap<string, Frozen>;
  /** Reason for the journal. */
  reason?: string;
  /** Further facts for the journal. */
  facts?: Readonly<Record<string, unknown>>;
};

/** @throws ApiError 409 for the first payment whose status does not allow the transition. */
export function checkPaymentTransitions({ payments }: PaymentSet, { to, allowedFrom }: PaymentTransition) {
  for (const { row } of payments) checkTransition(stateMachines.payment, row.status, to, allowedFrom);
}

/**
 * Changes the status of payments: writes the status, the values, the attempts and the journal, updates the registries that contain the
 * payments, sends notifications about paid, failed and returned payments, and records paid and failed ones for webhooks. The caller has already moved the accruals.
 *
 * @throws ApiError 409 for the first payment whose status does not allow the transition.
 */
export async function transitionPayments(
  trx: Db,
  set: PaymentSet,
  transition: PaymentTransition,
  cause: Cause,
) {
  const { organizationId, payments } = set;
  const { to, values = {}, frozen, reason, facts } = transition;
  if (payments.length === 0) return;
  checkPaymentTransitions(set, transition);
  const { at } = cause;
  const ids = getPaymentIds(set);
  const rows = JSON.stringify(ids.map((id) => ({ id, ...frozen?.get(id) })));
  await trx
    .updateTable('payments as payment')
    .from(
      sql`jsonb_to_recordset(${rows}::jsonb)`.as<'frozen'>(
        sql`frozen (id uuid, method jsonb, purpose text, payee_kind text, payee_inn text, taxes jsonb)`,
      ),
    )
    .set({ ...values, status: to, updated_at: at, version: sql`payment.version + 1`, ...(frozen && FROZEN) })
    .where('payment.organization_id', '=', organizationId)
    .where(sql<boolean>`payment.id = frozen.id`)
    .execute();
  if (frozen !== undefined) await recordAttempts(trx, set, frozen, cause);
  else await recordOutcomes(trx, set, { to, values }, cause);
  const changes = payments.map(({ row: { id, status: from } }) => ({
    id,
    diff: { from, ...values, ...journalOf(frozen?.get(id)), status: to, ...facts, ...(reason && { reason }) },
  }));
  await auditPayments(trx, organizationId, `payment.${to}`, changes, cause);
  await updateRegistriesOfPayments(trx, { organizationId, payments: ids, status: to }, cause);
  if (to === 'paid' || to === 'failed' || to === 'returned')
    await notifyPayments(trx, `payment_${to}`, { organizationId, payments: ids }, cause);
  if (to === 'paid' || to === 'failed') await recordPayments(trx, `payment.${to}`, organizationId, ids, at);
}

const FROZEN = {
  method: sql<string>`frozen.method`,
  purpose: sql<string>`frozen.purpose`,
  payee_kind: sql<PartnerKind | null>`frozen.payee_kind`,
  payee_inn: sql<string | null>`frozen.payee_inn`,
  taxes: sql<string | null>`frozen.taxes`,
};

/** Frozen values in the journal, without requisites. */
const journalOf = (frozen: Frozen | undefined) =>
  frozen && { purpose: frozen.purpose, ...(frozen.taxes && { tax_kop: frozen.taxes.tax_kop }) };

import type { MethodSnapshot, PartnerKind, PaymentStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import type { Cause } from '../../../audit/index.ts';
import type { PaymentAttemptEventsTable } from '../../../database/tables/payment-attempts.ts';
import type { Withholding } from '../../../database/tables/taxes.ts';
import type { Db } from '../../../platform/db/db.ts';
import { getPaymentIds, type PaymentSet } from './locked-payments.ts';

/** Values that an approval freezes in a payment. */
export type Frozen = {
  method: MethodSnapshot;
  purpose: string;
  /** Null where they are unknown for an older payment. */
  payee_kind: PartnerKind | null;
  payee_inn: string | null;
  taxes: Withholding | null;
};

/** Records what goes out with the approval of payments: the frozen values and the accruals. */
export async function recordAttempts(
  trx: Db,
  { organizationId, payments }: PaymentSet,
  frozen: ReadonlyMap<string, Frozen>,
  { actorId, requestId, at }: Cause,
) {
  const rows = payments.map(({ row: { id, amount_kop } }) => {
    const values = frozen.get(id);
    if (values === undefined) throw new Error('an approved payment has no frozen values');
    const { payee_kind, payee_inn, taxes } = values;
    const unknown = {
      ...(payee_kind === null && { payee_kind: 'not_recorded' }),
      ...(payee_inn === null && { payee_inn: 'not_recorded' }),
    };
    return { id, amount_kop, tax_kop: taxes?.tax_kop ?? 0, ...values, unknown };
  });
  await sql`
    insert into payment_attempts (organization_id, payment_id, attempt, amount_kop, tax_kop, taxes, accrual_ids, method, purpose, payee_kind,
      payee_inn, approved_at, approved_by, request_id, unknown)
    select ${organizationId}, approved.id, 1 + (
        select count(*) from payment_attempts earlier
        where earlier.organization_id = ${organizationId} and earlier.payment_id = approved.id),
      approved.amount_kop, approved.tax_kop, approved.taxes, array(
        select accrual.id from accruals accrual
        where accrual.organization_id = ${organizationId} and accrual.payment_id = approved.id order by accrual.id),
      approved.method, approved.purpose, approved.payee_kind, approved.payee_inn, ${at}, ${actorId}::uuid, ${requestId}, approved.unknown
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as approved (id uuid, amount_kop bigint, tax_kop bigint, taxes jsonb,
      method jsonb, purpose text, payee_kind text, payee_inn text, unknown jsonb)`.execute(trx);
}

type Outcome = PaymentAttemptEventsTable['event'];

/** Returns the event that a change to a status records. Undefined before the approval. */
function getOutcome(to: PaymentStatus): Outcome | undefined {
  if (to === 'requested' || to === 'draft') return undefined;
  return to === 'approved' ? 'reopened' : to;
}

/** Values of a payment that its attempts keep too. */
export type OutcomeValues = Partial<
  Record<'failure_reason' | 'cancel_reason' | 'return_reason' | 'paid_on' | 'external_ref', string>
>;

/** Records what became of the last attempts of payments, without an approval that is a new attempt. Payments without attempts are skipped. */
export async function recordOutcomes(
  trx: Db,
  set: PaymentSet,
  { to, values }: { to: PaymentStatus; values: OutcomeValues },
  { actorId, requestId, at }: Cause,
) {
  const event = getOutcome(to);
  if (event === undefined) return;
  const { failure_reason, cancel_reason, return_reason, paid_on = null, external_ref = '' } = values;
  const reason = failure_reason ?? cancel_reason ?? return_reason ?? '';
  await sql`
    insert into payment_attempt_events (organization_id, payment_id, sequence, attempt, event, reason, paid_on, external_ref, at, actor_id,
      request_id)
    select organization_id, payment_id, 1 + (
        select count(*) from payment_attempt_events earlier
        where earlier.organization_id = attempt.organization_id and earlier.payment_id = attempt.payment_id),
      max(attempt), ${event}, ${reason}, ${paid_on}::date, ${external_ref}, ${at}, ${actorId}::uuid, ${requestId}
    from payment_attempts attempt
    where organization_id = ${set.organizationId} and payment_id = any(${getPaymentIds(set)}::uuid[])
    group by organization_id, payment_id`.execute(trx);
}

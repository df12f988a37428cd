import type { MethodSnapshot, PaymentStatus } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Cause, toAuthor, toCause } from '../../audit/index.ts';
import { checkVersion } from '../../database/rules/transitions.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import { lockPayments, type PaymentSet } from '../payments/lifecycle/locked-payments.ts';
import { lockRegistry } from './registries.ts';

export type Versioned = { version?: number | undefined };
export type Line = {
  payment_id: string;
  status: PaymentStatus;
  amount_kop: number;
  method: MethodSnapshot;
};

export type LockedRegistry = {
  registry: Awaited<ReturnType<typeof lockRegistry>>;
  lines: Line[];
  /** The payments of the lines. */
  set: PaymentSet;
  cause: Cause;
};

/**
 * Locks the payments of a registry, then the registry, and returns the open lines.
 *
 * @throws ApiError 404 for an unknown registry, 409 for an old version or a concurrent change of the lines.
 */
export async function lockLines(
  trx: Db,
  staff: Staff,
  id: string,
  { version }: Versioned,
  clock: Clock,
  paymentIds?: readonly string[],
): Promise<LockedRegistry> {
  const { organizationId } = staff;
  const author = toAuthor(staff);
  const of = { organizationId, registryId: id };
  const before = await openLines(trx, of, paymentIds);
  const set = await lockPayments(trx, organizationId, getLinePaymentIds(before), author);
  const registry = await lockRegistry(trx, of);
  checkVersion(registry, version);
  const lines = await openLines(trx, of, paymentIds);
  if (lines.length !== before.length)
    throw conflict('count_mismatch', 'Состав реестра только что изменился. Обновите страницу.');
  return { registry, lines, set, cause: toCause(author, clock) };
}

/** Removes open lines from a registry. Their payments do not change. */
export async function removeLines(trx: Db, registry: LockedRegistry['registry'], lines: readonly Line[]) {
  await trx
    .updateTable('registry_payments')
    .set({ state: 'out' })
    .where('organization_id', '=', registry.organization_id)
    .where('registry_id', '=', registry.id)
    .where('state', '=', 'open')
    .where(sql<boolean>`payment_id = any(${getLinePaymentIds(lines)}::uuid[])`)
    .execute();
}

/** Copies the taxes of payments to the registry lines. The totals do not change when a failed payment is approved again elsewhere. */
export const keepTaxes = (trx: Db, { organization_id, id }: LockedRegistry['registry']) =>
  sql`
    update registry_payments line set tax_kop = payment.tax_kop
    from payments payment
    where line.organization_id = ${organization_id} and line.registry_id = ${id} and line.state = 'open'
      and payment.organization_id = line.organization_id and payment.id = line.payment_id and payment.tax_kop <> 0`.execute(
    trx,
  );

const getLinePaymentIds = (lines: readonly Line[]) => lines.map(({ payment_id }) => payment_id);

/** Returns the open lines of a registry in the lock order: by partner, then by payment. */
async function openLines(
  trx: Db,
  { organizationId, registryId }: { organizationId: string; registryId: string },
  paymentIds?: readonly string[],
): Promise<Line[]> {
  let open = trx
    .selectFrom('registry_payments as line')
    .innerJoin('payments as payment', (join) =>
      join
        .onRef('payment.organization_id', '=', 'line.organization_id')
        .onRef('payment.id', '=', 'line.payment_id'),
    )
    .select(['line.payment_id', 'line.amount_kop', 'line.method', 'payment.status'])
    .where('line.organization_id', '=', organizationId)
    .where('line.registry_id', '=', registryId)
    .where('line.state', '=', 'open')
    .orderBy('payment.partner_id')
    .orderBy('payment.id');
  if (paymentIds !== undefined) open = open.where(sql<boolean>`line.payment_id = any(${paymentIds}::uuid[])`);
  return open.execute();
}

/** @throws ApiError 400 when a selected payment has no open line in the registry. */
export function checkAllOpen(lines: readonly Line[], paymentIds: readonly string[] | undefined) {
  if (paymentIds !== undefined && lines.length < paymentIds.length)
    throw invalid({ payments: ['Часть выплат уже отмечена или не входит в реестр. Обновите страницу.'] });
}

import type { PaymentStatus, RegistryLineState, RegistryStatus } from '@referral-dashboard/api-contract';
import { sql, type Updateable } from 'kysely';
import { audit, type Cause } from '../../audit/index.ts';
import type { RegistriesTable } from '../../database/tables/money.ts';
import type { Db } from '../../platform/db/db.ts';
import { noSuchObject } from '../../platform/errors.ts';

type RegistryOf = { organizationId: string; registryId: string };

/** The registry, held until the transaction ends. Whoever also holds partners or payments has taken them before. */
export async function lockRegistry(trx: Db, { organizationId, registryId }: RegistryOf) {
  const row = await trx
    .selectFrom('registries')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', registryId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw noSuchObject();
  return row;
}

/** Changes a registry, makes it one version newer, and writes the audit entry. */
export async function changeRegistry(
  trx: Db,
  { organizationId, registryId, from }: RegistryOf & { from: RegistryStatus },
  change: Updateable<RegistriesTable>,
  { actorId, requestId, at }: Cause,
  diff: Record<string, unknown> = {},
) {
  await trx
    .updateTable('registries')
    .set({ ...change, updated_at: at, version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', registryId)
    .execute();
  await audit(trx, {
    organizationId,
    actorId,
    requestId,
    at,
    kind: 'registry',
    objectId: registryId,
    action: `registry.${change.status ?? 'update'}`,
    diff: { from, ...change, ...diff },
  });
}

/** State of a registry's line at a payment's end. A draft keeps what was taken back: somebody is to see it and take it out. */
const LINE_STATES: Partial<Record<PaymentStatus, RegistryLineState>> = {
  paid: 'paid',
  failed: 'failed',
  canceled: 'out',
};
const UNDER_WAY: readonly RegistryStatus[] = ['approved', 'sent'];

type Moved = { organizationId: string; paymentId: string; status: PaymentStatus };

/** Writes down in the registry of a payment that the payment has ended, and closes the registry when it was the last. The payment is locked. */
export async function updateRegistryOfPayment(
  trx: Db,
  { organizationId, paymentId, status }: Moved,
  cause: Cause,
) {
  const state = LINE_STATES[status];
  if (state === undefined) return;
  const line = await trx
    .selectFrom('registry_payments')
    .select('registry_id')
    .where('organization_id', '=', organizationId)
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (line === undefined) return;
  const of = { organizationId, registryId: line.registry_id };
  const registry = await lockRegistry(trx, of);
  if (!UNDER_WAY.includes(registry.status)) return;
  await trx
    .updateTable('registry_payments')
    .set({ state })
    .where('organization_id', '=', organizationId)
    .where('registry_id', '=', line.registry_id)
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'open')
    .execute();
  await closeWhenAnswered(trx, { ...of, from: registry.status }, cause);
}

/** The same for all payments of a registry that have ended, at once. The payments and the registry are locked. */
export async function updateRegistriesOfPayments(
  trx: Db,
  of: RegistryOf & { from: RegistryStatus },
  cause: Cause,
) {
  await sql`
    update registry_payments x set state = e.state
    from payments p, jsonb_each_text(${JSON.stringify(LINE_STATES)}::jsonb) e (status, state)
    where x.organization_id = ${of.organizationId} and x.registry_id = ${of.registryId} and x.state = 'open'
      and p.organization_id = x.organization_id and p.id = x.payment_id and p.status = e.status`.execute(trx);
  await closeWhenAnswered(trx, of, cause);
}

/** Closes a registry of which nothing is open any more; cancels it when nothing of it ever went anywhere. The registry is locked. */
async function closeWhenAnswered(trx: Db, of: RegistryOf & { from: RegistryStatus }, cause: Cause) {
  const { open, answered } = await trx
    .selectFrom('registry_payments')
    .select([
      sql<number>`count(*) filter (where state = 'open')::int`.as('open'),
      sql<number>`count(*) filter (where state in ('paid', 'failed'))::int`.as('answered'),
    ])
    .where('organization_id', '=', of.organizationId)
    .where('registry_id', '=', of.registryId)
    .executeTakeFirstOrThrow();
  if (open > 0) return;
  if (answered > 0 || of.from === 'sent') {
    await changeRegistry(trx, of, { status: 'closed', closed_at: cause.at }, cause);
  } else {
    await changeRegistry(trx, of, { status: 'canceled', cancel_reason: 'Все выплаты отменены.' }, cause);
  }
}

import type { PaymentStatus, RegistryLineState, RegistryStatus } from '@referral-dashboard/api-contract';
import { sql, type Updateable } from 'kysely';
import { audit, type Cause } from '../../audit/index.ts';
import type { RegistriesTable } from '../../database/tables/money.ts';
import type { Db } from '../../platform/db/db.ts';
import { noSuchObject } from '../../platform/errors.ts';

type RegistryOf = { organizationId: string; registryId: string };

/** Locks a registry until the transaction ends. Locks of partners come before it. @throws ApiError 404 for an unknown registry. */
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

/** Changes a registry, increments its version and writes the audit entry. */
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

/** State of a registry line by the final status of its payment. A draft keeps such lines until a user removes them. */
const LINE_STATES: Partial<Record<PaymentStatus, RegistryLineState>> = {
  paid: 'paid',
  failed: 'failed',
  canceled: 'out',
  returned: 'returned',
};
const IN_PROGRESS: readonly RegistryStatus[] = ['approved', 'sent'];

type Moved = { organizationId: string; payments: readonly string[]; status: PaymentStatus };

/**
 * Updates the registry lines of finished payments, and closes each registry after its last open line. The caller holds the locks of the
 * payments.
 */
export async function updateRegistriesOfPayments(
  trx: Db,
  { organizationId, payments, status }: Moved,
  cause: Cause,
) {
  const state = LINE_STATES[status];
  if (state === undefined) return;
  if (status === 'returned') return returnLines(trx, organizationId, payments);
  const isOpenLine = sql<boolean>`organization_id = ${organizationId} and payment_id = any(${payments}::uuid[]) and state = 'open'`;
  const registries = await trx
    .selectFrom('registries')
    .select(['id', 'status'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', (lines) =>
      lines.selectFrom('registry_payments').select('registry_id').where(isOpenLine),
    )
    .where('status', 'in', IN_PROGRESS)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id: registryId, status: from } of registries) {
    await trx
      .updateTable('registry_payments')
      .set({ state })
      .where('registry_id', '=', registryId)
      .where(isOpenLine)
      .execute();
    await closeWhenSettled(trx, { organizationId, registryId, from }, cause);
  }
}

/** Updates the lines of returned payments. Their registries stay as they are. */
async function returnLines(trx: Db, organizationId: string, payments: readonly string[]) {
  await trx
    .updateTable('registry_payments')
    .set({ state: 'returned' })
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`payment_id = any(${payments}::uuid[])`)
    .where('state', '=', 'paid')
    .execute();
}

/**
 * Closes a registry without open lines. Cancels it instead when it was not sent and none of its payments was paid or failed. The caller holds
 * the lock of the registry.
 */
async function closeWhenSettled(trx: Db, of: RegistryOf & { from: RegistryStatus }, cause: Cause) {
  const { open, settled } = await trx
    .selectFrom('registry_payments')
    .select([
      sql<number>`count(*) filter (where state = 'open')::int`.as('open'),
      sql<number>`count(*) filter (where state in ('paid', 'failed', 'returned'))::int`.as('settled'),
    ])
    .where('organization_id', '=', of.organizationId)
    .where('registry_id', '=', of.registryId)
    .executeTakeFirstOrThrow();
  if (open > 0) return;
  if (settled > 0 || of.from === 'sent') {
    await changeRegistry(trx, of, { status: 'closed', closed_at: cause.at }, cause);
  } else {
    await changeRegistry(trx, of, { status: 'canceled', cancel_reason: 'Все выплаты отменены.' }, cause);
  }
}

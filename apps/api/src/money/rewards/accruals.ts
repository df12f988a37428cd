import { randomUUIDv7 } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { audit, type Cause } from '../../audit/index.ts';
import { nextNumber } from '../../database/rules/numbers.ts';
import type { AccrualsTable } from '../../database/tables/money.ts';
import type { Db } from '../../platform/db/db.ts';
import { recordAccruals } from '../accruals/accrual-events.ts';
import { notifyBudget } from '../money-messages.ts';
import { lockSpending } from './budget.ts';

export type NewRow = Omit<
  Insertable<AccrualsTable>,
  'id' | 'number' | 'created_at' | 'updated_at' | 'payment_id' | 'canceled_at'
> & {
  /** Moment from which it counts, in an open month. Default: now. */
  created_at?: Date;
};

/** Creates an accrual, audits it, sends budget notifications and records it for webhooks. The caller holds the lock of the partner. @returns its id. */
export async function createAccrual(
  trx: Db,
  row: NewRow,
  { actorId, requestId, at }: Cause,
): Promise<string> {
  const { organization_id: organizationId, program_id } = row;
  // The lock of the spending always comes before the lock of the number: another order would cause a deadlock.
  const before = program_id ? await lockSpending(trx, { organizationId, programId: program_id }) : 0;
  const id = randomUUIDv7();
  const number = await nextNumber(trx, organizationId, 'accrual');
  await trx
    .insertInto('accruals')
    .values({ created_at: at, ...row, id, number, payment_id: null, canceled_at: null, updated_at: at })
    .execute();
  const { kind, amount_kop, status, review_reason, lead_id, sale_id, comment } = row;
  await audit(trx, {
    organizationId,
    actorId,
    requestId,
    at,
    action: 'accrual.create',
    kind: 'accrual',
    objectId: id,
    diff: {
      ...{ kind, amount_kop, status, review_reason, lead_id },
      ...(sale_id && { sale_id }),
      ...(comment && { comment }),
    },
  });
  if (program_id && amount_kop > 0)
    await notifyBudget(trx, { organizationId, programId: program_id, before }, at);
  await recordAccruals(trx, 'accrual.created', organizationId, [id], at);
  return id;
}

/** Cancels accruals that belong to no payment. The caller holds the lock of the partner. */
export async function cancelAccruals(
  trx: Db,
  organizationId: string,
  ids: readonly string[],
  comment: string,
  { actorId, requestId, at }: Cause,
) {
  if (ids.length === 0) return;
  await trx
    .updateTable('accruals')
    .set({ status: 'canceled', review_reason: null, canceled_at: at, updated_at: at, comment })
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .execute();
  for (const id of ids) {
    await audit(trx, {
      organizationId,
      actorId,
      requestId,
      at,
      action: 'accrual.cancel',
      kind: 'accrual',
      objectId: id,
      diff: { to: 'canceled', comment },
    });
  }
}

type Moved = Pick<Selectable<AccrualsTable>, 'id' | 'status'>;
type To = Pick<Selectable<AccrualsTable>, 'status' | 'review_reason'> & { reason: string };

/** Sets the status of accruals that belong to no payment. The caller holds the lock of the partner. */
export async function transitionAccruals(
  trx: Db,
  organizationId: string,
  accruals: readonly Moved[],
  { reason, ...to }: To,
  { actorId, requestId, at }: Cause,
) {
  if (accruals.length === 0) return;
  await trx
    .updateTable('accruals')
    .set({ ...to, updated_at: at, ...(reason !== '' && { comment: reason }) })
    .where('organization_id', '=', organizationId)
    .where(
      'id',
      'in',
      accruals.map(({ id }) => id),
    )
    .execute();
  for (const { id, status: from } of accruals) {
    await audit(trx, {
      organizationId,
      actorId,
      requestId,
      at,
      action: `accrual.${to.status}`,
      kind: 'accrual',
      objectId: id,
      diff: { from, to: to.status, reason },
    });
  }
  if (to.status === 'available')
    await recordAccruals(
      trx,
      'accrual.released',
      organizationId,
      accruals.map(({ id }) => id),
      at,
    );
}

import type { Insertable, Selectable } from 'kysely';
import { audit, auditAll, type Cause } from '../../audit/index.ts';
import { newIds, nextNumbers } from '../../database/rules/numbers.ts';
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

/** Creates an accrual, as `createAccruals`. @returns its id. */
export async function createAccrual(trx: Db, row: NewRow, cause: Cause): Promise<string> {
  const [id = ''] = await createAccruals(trx, row.organization_id, [row], cause);
  return id;
}

/**
 * Creates accruals, audits them, sends budget notifications and records them for webhooks. The caller holds the locks of the partners.
 *
 * @returns their ids, in the order of the rows.
 */
export async function createAccruals(
  trx: Db,
  organizationId: string,
  rows: readonly NewRow[],
  { actorId, requestId, at }: Cause,
): Promise<string[]> {
  if (rows.length === 0) return [];
  // The locks of the spending always come before the lock of the number: another order would cause a deadlock.
  const spent = new Map<string, number>();
  const programs = new Set(rows.flatMap(({ program_id }) => program_id ?? []));
  for (const programId of [...programs].toSorted())
    spent.set(programId, await lockSpending(trx, { organizationId, programId }));
  const ids = newIds(rows.length);
  const first = await nextNumbers(trx, organizationId, 'accrual', rows.length);
  const added = { payment_id: null, canceled_at: null, updated_at: at };
  await trx
    .insertInto('accruals')
    .values(
      rows.map((row, index) => ({
        created_at: at,
        ...row,
        ...added,
        id: ids[index] ?? '',
        number: first + index,
      })),
    )
    .execute();
  await auditAll(
    trx,
    rows.map(({ kind, amount_kop, status, review_reason, lead_id, sale_id, comment }, index) => ({
      ...{ organizationId, actorId, requestId, at },
      action: 'accrual.create',
      kind: 'accrual',
      objectId: ids[index] ?? '',
      diff: {
        ...{ kind, amount_kop, status, review_reason, lead_id },
        ...(sale_id && { sale_id }),
        ...(comment && { comment }),
      },
    })),
  );
  for (const [programId, before] of spent)
    if (rows.some(({ program_id, amount_kop }) => program_id === programId && amount_kop > 0))
      await notifyBudget(trx, { organizationId, programId, before }, at);
  await recordAccruals(trx, 'accrual.created', organizationId, ids, at);
  return ids;
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

import {
  type JournalKind,
  PERMISSIONS,
  type Position,
  type TaskDismissal,
} from '@referral-dashboard/api-contract';
import { audit, toAuthor, toCause } from '../../../audit/index.ts';
import { paymentOfTransfer } from '../../../money/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { forbidden, noSuchObject } from '../../../platform/errors.ts';
import type { Staff } from '../../../platform/http/viewer.ts';

type Dismissed = {
  action: string;
  kind: Extract<JournalKind, 'lead' | 'partner' | 'payment'>;
  /** Table of the objects that the key names. */
  table: 'leads' | 'partners' | 'transfers';
  isAllowed?: (position: Position) => boolean;
};

const ACTIONS: Readonly<Record<string, Dismissed>> = {
  restorable_lead: { action: 'lead.keep-duplicate', kind: 'lead', table: 'leads' },
  lead_same_email: { action: 'lead.same-email', kind: 'lead', table: 'leads' },
  shared_requisites: {
    action: 'partner.shared-requisites',
    kind: 'partner',
    table: 'partners',
    isAllowed: (position) => position === 'owner',
  },
  transfer_note: {
    action: 'payment.transfer-checked',
    kind: 'payment',
    table: 'transfers',
    isAllowed: (position) => PERMISSIONS.markPaymentPaid.includes(position),
  },
};

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Hides a task permanently.
 *
 * @throws ApiError 404 for an object of another organization, 403 for a task that the position of the viewer does not see.
 */
export async function dismissTask(
  db: Db,
  staff: Staff,
  { key }: TaskDismissal,
  clock: Clock,
): Promise<undefined> {
  const { organizationId, userId, position } = staff;
  const task = ACTIONS[key.split(':')[0] ?? ''];
  const ids = key.match(UUID) ?? [];
  const [objectId] = ids;
  if (task === undefined || objectId === undefined) throw noSuchObject();
  const { action, kind, table, isAllowed } = task;
  if (isAllowed?.(position) === false) throw forbidden();
  await db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom(table)
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', 'in', ids)
      .execute();
    if (rows.length < new Set(ids).size) throw noSuchObject();
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('dismissed_tasks')
      .values({ organization_id: organizationId, key, actor_id: userId, at: clock() })
      .onConflict((known) => known.columns(['organization_id', 'key']).doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return;
    // A concurrent call with the same task waits above.
    await audit(trx, {
      ...toCause(toAuthor(staff), clock),
      ...{ organizationId, action, kind, diff: {} },
      objectId: table === 'transfers' ? await paymentOfTransfer(trx, organizationId, objectId) : objectId,
    });
  });
}

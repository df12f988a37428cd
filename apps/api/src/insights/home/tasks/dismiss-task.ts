import type { JournalKind, TaskDismissal } from '@referral-dashboard/api-contract';
import { audit } from '../../../audit/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { forbidden, noSuchObject } from '../../../platform/errors.ts';
import type { Staff } from '../../../platform/http/viewer.ts';

const ACTIONS: Readonly<Record<string, { action: string; kind: Extract<JournalKind, 'lead' | 'partner'> }>> =
  {
    restorable_lead: { action: 'lead.keep-duplicate', kind: 'lead' },
    lead_same_email: { action: 'lead.same-email', kind: 'lead' },
    shared_requisites: { action: 'partner.shared-requisites', kind: 'partner' },
  };

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Hides a task permanently.
 *
 * @throws ApiError 404 for an object of another organization, 403 for the task about requisites unless the viewer is an owner.
 */
export async function dismissTask(
  db: Db,
  staff: Staff,
  { key }: TaskDismissal,
  at: Date,
): Promise<undefined> {
  const { organizationId, userId, requestId, position } = staff;
  const task = ACTIONS[key.split(':')[0] ?? ''];
  const ids = key.match(UUID) ?? [];
  const [objectId] = ids;
  if (task === undefined || objectId === undefined) throw noSuchObject();
  const { action, kind } = task;
  if (kind === 'partner' && position !== 'owner') throw forbidden();
  await db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom(kind === 'lead' ? 'leads' : 'partners')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', 'in', ids)
      .execute();
    if (rows.length < new Set(ids).size) throw noSuchObject();
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('dismissed_tasks')
      .values({ organization_id: organizationId, key, actor_id: userId, at })
      .onConflict((known) => known.columns(['organization_id', 'key']).doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return;
    await audit(trx, { organizationId, actorId: userId, requestId, at, action, kind, objectId, diff: {} });
  });
}

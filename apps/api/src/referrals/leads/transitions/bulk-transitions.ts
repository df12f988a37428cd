import type {
  LeadBulkResult,
  LeadBulkTransition,
  LeadUndo,
  LeadUndoResult,
} from '@referral-dashboard/api-contract';
import type { Db } from '../../../platform/db/db.ts';
import { conflict, formatRefusal, invalid, refusalIn } from '../../../platform/errors.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import { leadsRepo } from '../leads.repo.ts';
import { dryRun } from './bulk-dry-run.ts';
import type { LeadTransitions } from './lead-transitions.ts';

const MAX_LEADS = 1000;

/** Applies the same transition to many leads, each in its own transaction. A refused lead does not stop the others. */
export async function transitionMany(
  db: Db,
  transitions: LeadTransitions,
  staff: Staff,
  request: LeadBulkTransition,
): Promise<LeadBulkResult> {
  const { ids, filter, expected_count, limit = MAX_LEADS, dry_run = false, ...transition } = request;
  const selectedIds =
    ids === undefined ? await findIds(db, staff, filter, expected_count) : [...new Set(ids)];
  const batch = selectedIds.slice(0, limit);
  const remainingIds = selectedIds.slice(limit);
  if (dry_run) return { ...(await dryRun(db, transitions, staff, batch, transition)), left: remainingIds };
  const changed: LeadBulkResult['changed'] = [];
  const refused = await forEachLead(db, staff, batch, async (trx, id) => {
    changed.push({ id, ...(await transitions.apply(trx, staff, id, transition)) });
  });
  return { moved: changed.length, changed, refused, left: remainingIds, effect: null };
}

/** Undoes the last transition of each lead, each in its own transaction. A refused lead does not stop the others. */
export async function undoMany(
  db: Db,
  transitions: LeadTransitions,
  staff: Staff,
  leads: LeadUndo['leads'],
): Promise<LeadUndoResult> {
  const versions = new Map(leads.map(({ id, version }) => [id, version]));
  const undone: string[] = [];
  const refused = await forEachLead(db, staff, [...versions.keys()], async (trx, id) => {
    await transitions.undo(trx, staff, id, versions.get(id) ?? 0);
    undone.push(id);
  });
  return { undone, refused };
}

/** Runs `change` for each lead in its own transaction. @returns the refused leads with the reason. */
async function forEachLead(
  db: Db,
  staff: Staff,
  ids: readonly string[],
  change: (trx: Db, id: string) => Promise<void>,
): Promise<LeadBulkResult['refused']> {
  const refused: LeadBulkResult['refused'] = [];
  for (const id of ids) {
    try {
      await db.transaction().execute((trx) => change(trx, id));
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === undefined) throw error;
      const number = await leadsRepo(db).findNumber(staff.organizationId, id);
      refused.push({ id, number, detail: formatRefusal(refusal) });
    }
  }
  return refused;
}

/** @throws ApiError 409 when the filter now matches a different number of leads than the caller saw. */
async function findIds(
  db: Db,
  staff: Staff,
  filter: LeadBulkTransition['filter'],
  expectedCount: number | undefined,
) {
  if (filter === undefined) throw invalid({ ids: ['Выберите лиды или укажите фильтр.'] });
  if (expectedCount === undefined) throw invalid({ expected_count: ['Обязательное поле.'] });
  const ids = await leadsRepo(db).ids(staff, filter, MAX_LEADS + 1);
  if (ids.length === expectedCount) return ids;
  throw conflict('count_mismatch', 'Список успел измениться. Обновите страницу и выберите лиды снова.');
}

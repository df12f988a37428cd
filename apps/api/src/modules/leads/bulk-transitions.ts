import type { LeadBulkResult, LeadBulkTransition } from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';
import { ApiError, conflict, invalid, sentenceOf } from '../../platform/errors.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import type { LeadTransitions } from './lead-transitions.ts';
import { leadsRepo } from './leads.repo.ts';

const MOST = 1000;

/** The same move for many leads, each in a transaction of its own: one that cannot move holds none of the others. */
export async function transitionMany(
  db: Db,
  transitions: LeadTransitions,
  staff: Staff,
  request: LeadBulkTransition,
): Promise<LeadBulkResult> {
  const { ids, filter, expected_count, limit = MOST, ...move } = request;
  const chosen = ids === undefined ? await found(db, staff, filter, expected_count) : [...new Set(ids)];
  const tried = chosen.slice(0, limit);
  const refused: LeadBulkResult['refused'] = [];
  for (const id of tried) {
    try {
      await db.transaction().execute((trx) => transitions.move(trx, staff, id, move));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const number = await leadsRepo(db).numberOf(staff.organizationId, id);
      refused.push({ id, number, detail: sentenceOf(error) });
    }
  }
  return { moved: tried.length - refused.length, refused, left: chosen.slice(limit) };
}

/** @throws ApiError 409 when the filter now finds more or fewer than the caller saw. */
async function found(
  db: Db,
  staff: Staff,
  filter: LeadBulkTransition['filter'],
  expected: number | undefined,
) {
  if (filter === undefined) throw invalid({ ids: ['Выберите лиды или укажите фильтр.'] });
  if (expected === undefined) throw invalid({ expected_count: ['Обязательное поле.'] });
  const ids = await leadsRepo(db).ids(staff, filter, MOST + 1);
  if (ids.length === expected) return ids;
  throw conflict('count_mismatch', 'Список успел измениться. Обновите страницу и выберите лиды снова.');
}

import type { Selectable } from 'kysely';
import { toAuthor } from '../../../audit/index.ts';
import { lockCounter } from '../../../database/rules/numbers.ts';
import type { LeadsTable } from '../../../database/tables/leads.ts';
import { checkRewardUndo } from '../../../money/index.ts';
import type { Db } from '../../../platform/db/db.ts';
import { conflict } from '../../../platform/errors.ts';
import type { Staff } from '../../../platform/http/viewer.ts';
import { leadsRepo } from '../leads.repo.ts';
import type { LeadMove } from '../leads.ts';

/** Time after a transition in which it can be undone. */
const UNDO_SECONDS = 300;

/** Comment of the entry that an undo adds to the history. */
const COMMENT = 'Перемещение отменено';

const changedSince = () =>
  conflict(
    'version_conflict',
    'Лид уже изменен, поэтому прежний статус не вернуть. Откройте лид и проверьте его.',
  );
const tooLate = () =>
  conflict(
    'closed',
    'Прошло больше пяти минут, поэтому прежний статус не вернуть. Измените статус обычным действием.',
  );

/**
 * Returns the move that undoes the last transition of a locked lead: its former status, reason and deal amount. It may move a lead where the
 * state machine has no transition, for example back to `new`.
 *
 * @param version the version after the transition.
 * @throws ApiError 409 when the lead has changed since the transition, another user made it, it is more than five minutes old, or its reward was
 * canceled or entered a payment.
 */
export async function findUndo(
  trx: Db,
  staff: Staff,
  row: Selectable<LeadsTable>,
  version: number,
  now: Date,
): Promise<LeadMove> {
  const { organization_id: organizationId, id } = row;
  const last = await leadsRepo(trx).lastEvent(organizationId, id);
  const to = last?.from_status ?? null;
  if (row.version !== version || last?.actor_id !== staff.userId || to === null || to === row.status)
    throw changedSince();
  if (now.getTime() - last.at.getTime() > UNDO_SECONDS * 1000) throw tooLate();
  // The clients are locked before the partner, as in every change of a deal.
  if (row.status === 'won' || to === 'won') await lockCounter(trx, organizationId, 'client');
  await checkRewardUndo(trx, row, { to, since: last.at }, toAuthor(staff));
  const former = await leadsRepo(trx).lastEventTo(organizationId, id, to);
  const isDealChange = last.deal_amount_kop !== null;
  return {
    to,
    reason_code: former?.reason_code ?? null,
    reason_comment: former?.comment ?? '',
    deal_amount_kop: isDealChange ? last.deal_amount_before_kop : row.deal_amount_kop,
    comment: COMMENT,
    changed: isDealChange ? ['deal_amount_kop'] : [],
  };
}

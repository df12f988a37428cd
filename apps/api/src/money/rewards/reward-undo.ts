import type { LeadStatus, RewardEvent } from '@referral-dashboard/api-contract';
import type { Author } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { earnsReward } from './claim-state.ts';
import { lockPartner } from './partner-money.ts';

type Lead = {
  organization_id: string;
  id: string;
  status: LeadStatus;
  reward_event: RewardEvent;
  partner_id: string | null;
  earned_by: string | null;
};

const rewardCanceled = () =>
  conflict('in_use', 'Вознаграждение за лид уже отменено. Верните лид по шагам, тогда оно начислится снова.');
const rewardInPayment = () =>
  conflict('in_use', 'Вознаграждение за лид уже вошло в выплату. Измените статус обычным действием.');

/**
 * Checks that an undo restores the money of a lead exactly: a canceled reward would return as a new one with a new hold, and a payment
 * would lose a reward. It locks the partner until the transaction ends, so that no payment is formed meanwhile.
 *
 * @param undo the status to restore, and the time of the transition.
 * @throws ApiError 409
 */
export async function checkRewardUndo(
  trx: Db,
  { organization_id, id, status, reward_event, partner_id, earned_by }: Lead,
  { to, since }: { to: LeadStatus; since: Date },
  author: Author,
) {
  const earner = earned_by ?? partner_id;
  const [earns, willEarn] = [earnsReward(status, reward_event), earnsReward(to, reward_event)];
  if (earner === null || earns === willEarn) return;
  if (willEarn) throw rewardCanceled();
  await lockPartner(trx, organization_id, earner, author);
  const reserved = await trx
    .selectFrom('accruals')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('claim_id', '=', id)
    .where('created_at', '>=', since)
    .where('payment_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (reserved !== undefined) throw rewardInPayment();
}

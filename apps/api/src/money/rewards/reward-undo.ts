import type { LeadStatus, RewardEvent } from '@referral-dashboard/api-contract';
import type { Author } from '../../audit/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { leadEarns } from './claim-state.ts';
import { claimsRepo } from './claims.repo.ts';
import { lockPartners } from './partner-money.ts';

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
 * would lose a reward. The deal of a lead may be rewarded as a later sale of an attached client. It locks the partners until the transaction ends,
 * so that no payment is formed meanwhile. The caller holds the lock of the clients when the lead is or becomes a deal.
 *
 * @param undo the status to restore, and the time of the transition.
 * @throws ApiError 409
 */
export async function checkRewardUndo(
  trx: Db,
  lead: Lead,
  { to, since }: { to: LeadStatus; since: Date },
  author: Author,
) {
  const { organization_id, id, status, reward_event, partner_id, earned_by } = lead;
  const repo = claimsRepo(trx, organization_id);
  const sale = await repo.saleOfLead(id);
  const earner = earned_by ?? partner_id;
  const changesReward =
    earner !== null && leadEarns(lead, sale) !== leadEarns({ status: to, reward_event }, sale);
  const changesSale = sale?.is_later === true && (status === 'won') !== (to === 'won');
  if (changesReward && leadEarns({ status: to, reward_event }, sale)) throw rewardCanceled();
  if (changesSale && to === 'won') {
    // The sale would count again, in the attachment that is open now.
    if (sale.attachment_closed_at !== null || (await repo.find(sale.id)) !== undefined)
      throw rewardCanceled();
    return;
  }
  if (!changesReward && !changesSale) return;
  const partners = [changesReward ? earner : null, changesSale ? sale.partner_id : null];
  await lockPartners(
    trx,
    organization_id,
    partners.flatMap((partner) => partner ?? []),
    author,
  );
  const reserved = await trx
    .selectFrom('accruals')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('claim_id', 'in', sale === undefined ? [id] : [id, sale.id])
    .where('created_at', '>=', since)
    .where('payment_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (reserved !== undefined) throw rewardInPayment();
}

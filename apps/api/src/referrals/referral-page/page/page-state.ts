import type { ReferralPage } from '@referral-dashboard/api-contract';
import { isExhausted, isPayablePartner } from '../../../money/index.ts';
import type { Target } from '../referral-page.repo.ts';

type ProgramState = Pick<
  Target,
  | 'active'
  | 'enrollment_status'
  | 'card_status'
  | 'status'
  | 'starts_at'
  | 'ends_at'
  | 'consent_id'
  | 'budget_kop'
  | 'spent_kop'
>;

/** Returns true when the partner of a link can earn a reward: takes part in the program, and is not blocked. */
export const isCredited = ({ active, enrollment_status, card_status }: ProgramState) =>
  active && enrollment_status === 'active' && isPayablePartner(card_status);

/** State of a page. The page is closed when the partner cannot earn a reward. */
export function pageState(circumstances: ProgramState, now: Date): ReferralPage['state'] {
  const { status, starts_at, ends_at } = circumstances;
  if (!isCredited(circumstances) || circumstances.consent_id === null || isExhausted(circumstances))
    return 'closed';
  if (status === 'paused') return 'paused';
  if (status !== 'active') return 'closed';
  if (ends_at !== null && ends_at <= now) return 'ended';
  return starts_at !== null && starts_at > now ? 'closed' : 'open';
}

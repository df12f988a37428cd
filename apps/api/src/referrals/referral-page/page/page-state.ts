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

/** State of a page. The page is closed when the partner cannot earn a reward: outside the program, or blocked. */
export function pageState(circumstances: ProgramState, now: Date): ReferralPage['state'] {
  const { active, enrollment_status, card_status, status, starts_at, ends_at } = circumstances;
  const isCredited = active && enrollment_status === 'active' && isPayablePartner(card_status);
  if (!isCredited || circumstances.consent_id === null || isExhausted(circumstances)) return 'closed';
  if (status === 'paused') return 'paused';
  if (status !== 'active') return 'closed';
  if (ends_at !== null && ends_at <= now) return 'ended';
  return starts_at !== null && starts_at > now ? 'closed' : 'open';
}

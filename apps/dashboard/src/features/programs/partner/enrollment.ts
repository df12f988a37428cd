import type { ProgramForPartner } from '@referral-dashboard/api-contract';

const OUT = ['left', 'rejected'];

/** Predicate: the partner may join. It may not while it takes part or waits, nor when the program takes nobody. */
export function canJoin({ enrollment, effective_status, join_policy }: ProgramForPartner): boolean {
  if (enrollment?.status === 'invited') return true;
  const isOut = enrollment === null || OUT.includes(enrollment.status);
  return isOut && join_policy !== 'closed' && ['active', 'scheduled'].includes(effective_status);
}

export const canLeave = ({ enrollment }: ProgramForPartner) =>
  enrollment !== null && ['active', 'paused'].includes(enrollment.status);

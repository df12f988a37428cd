import type { ProgramForPartner } from '@referral-dashboard/api-contract';

const OUT = ['left', 'rejected'];

/** Returns true if the partner is invited, or is not enrolled and the program accepts new partners. */
export function canJoin({ enrollment, effective_status, join_policy }: ProgramForPartner): boolean {
  if (enrollment?.status === 'invited') return true;
  const isOut = enrollment === null || OUT.includes(enrollment.status);
  return isOut && join_policy !== 'closed' && ['active', 'scheduled'].includes(effective_status);
}

export const canLeave = ({ enrollment }: ProgramForPartner) =>
  enrollment !== null && ['active', 'paused'].includes(enrollment.status);

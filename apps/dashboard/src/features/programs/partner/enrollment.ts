import type { ProgramForPartner } from '@referral-dashboard/api-contract';

const NOT_ENROLLED_STATUSES = ['left', 'rejected'];

/** Returns true if the partner is invited, or is not enrolled and the program accepts new partners. */
export function canJoin({ enrollment, effective_status, join_policy }: ProgramForPartner): boolean {
  if (enrollment?.status === 'invited') return true;
  const isNotEnrolled = enrollment === null || NOT_ENROLLED_STATUSES.includes(enrollment.status);
  return isNotEnrolled && join_policy !== 'closed' && ['active', 'scheduled'].includes(effective_status);
}

export const canLeave = ({ enrollment }: ProgramForPartner) =>
  enrollment !== null && ['active', 'paused'].includes(enrollment.status);

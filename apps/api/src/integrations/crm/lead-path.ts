import { type CrmLeadStatus, type LeadStatus, stateMachines } from '@referral-dashboard/api-contract';

/** Statuses through which a lead may go on its way. */
const BETWEEN = ['qualified', 'in_progress'] as const;

/** Returns the transitions that move a lead to a status, by the fewest steps. Undefined when it cannot get there. */
export function findPath(from: LeadStatus, to: CrmLeadStatus): CrmLeadStatus[] | undefined {
  const { transitions } = stateMachines.lead;
  if (from === to) return [];
  if (transitions[from].includes(to)) return [to];
  const via = BETWEEN.find(
    (status) => transitions[from].includes(status) && transitions[status].includes(to),
  );
  return via === undefined ? undefined : [via, to];
}

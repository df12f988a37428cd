import { type Lead, type LeadStatus, stateMachines } from '@referral-dashboard/api-contract';

type Data = { data: Record<string | symbol, unknown> };

const LEAD = Symbol('lead');
const STATE = Symbol('state');

export const leadData = (lead: Lead) => ({ [LEAD]: lead });
export const columnData = (state: LeadStatus) => ({ [STATE]: state });

export const draggedLead = ({ data }: Data) => (data[LEAD] as Lead | undefined) ?? null;
export const stateOfColumn = (target: Data | undefined) => target?.data[STATE] as LeadStatus | undefined;

/** Returns true if the lead has this status or can move to it. */
export const takes = (state: LeadStatus, lead: Lead) =>
  lead.status === state || stateMachines.lead.transitions[lead.status].includes(state);

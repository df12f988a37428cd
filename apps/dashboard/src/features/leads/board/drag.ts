import { type Lead, type LeadStatus, stateMachines } from '@referral-dashboard/api-contract';

type Data = { data: Record<string | symbol, unknown> };

const LEAD = Symbol('lead');
const STATE = Symbol('state');

/** Data of a dragged card, and of a column. */
export const leadData = (lead: Lead) => ({ [LEAD]: lead });
export const columnData = (state: LeadStatus) => ({ [STATE]: state });

export const draggedLead = ({ data }: Data) => (data[LEAD] as Lead | undefined) ?? null;
export const stateOfColumn = (target: Data | undefined) => target?.data[STATE] as LeadStatus | undefined;

/** Predicate: the lead may be dropped there, or put back where it was. */
export const takes = (state: LeadStatus, lead: Lead) =>
  lead.status === state || stateMachines.lead.transitions[lead.status].includes(state);

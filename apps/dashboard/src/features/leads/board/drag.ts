import { type Lead, type LeadStatus, machines } from '@referral-dashboard/api-contract';

type Data = { data: Record<string | symbol, unknown> };

const LEAD = Symbol('lead');
const STATE = Symbol('state');

/** What a card carries while it is dragged, and what a column says of itself. */
export const leadData = (lead: Lead) => ({ [LEAD]: lead });
export const columnData = (state: LeadStatus) => ({ [STATE]: state });

export const draggedLead = ({ data }: Data) => (data[LEAD] as Lead | undefined) ?? null;
export const stateOfColumn = (target: Data | undefined) => target?.data[STATE] as LeadStatus | undefined;

/** Whether a lead may be dropped there; where it is, it may be put back. */
export const takes = (state: LeadStatus, lead: Lead) =>
  lead.status === state || machines.lead.t[lead.status].includes(state);

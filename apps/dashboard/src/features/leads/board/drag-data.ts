import { type Lead, type LeadStatus, stateMachines } from '@referral-dashboard/api-contract';

type DragData = { data: Record<string | symbol, unknown> };

const LEAD = Symbol('lead');
const STATUS = Symbol('state');

export const createLeadData = (lead: Lead) => ({ [LEAD]: lead });
export const createColumnData = (status: LeadStatus) => ({ [STATUS]: status });

export const getDraggedLead = ({ data }: DragData) => (data[LEAD] as Lead | undefined) ?? null;
export const getColumnStatus = (target: DragData | undefined) =>
  target?.data[STATUS] as LeadStatus | undefined;

/** Returns true if the lead has this status or can move to it. */
export const acceptsLead = (status: LeadStatus, lead: Lead) =>
  lead.status === status || stateMachines.lead.transitions[lead.status].includes(status);

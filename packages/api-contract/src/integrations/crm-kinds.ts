import type { LeadStatus } from '../base/state-machines.ts';

export const CRM_KINDS = ['bitrix24', 'amocrm'] as const;
export type CrmKind = (typeof CRM_KINDS)[number];
export const CRM_LABELS: Readonly<Record<CrmKind, string>> = { bitrix24: 'Битрикс24', amocrm: 'amoCRM' };

/** State of a connection. `broken`: the CRM refuses its keys, or no call has succeeded for three days. */
export const CRM_STATES = ['connected', 'broken'] as const;

/** Kind of a stage of deals, as the CRM classifies it. */
export const CRM_STAGE_KINDS = ['open', 'won', 'lost'] as const;

/** Lead statuses that a stage of deals can mean. */
export const CRM_LEAD_STATUSES = [
  'in_progress',
  'qualified',
  'won',
  'lost',
  'rejected',
] as const satisfies LeadStatus[];
export type CrmLeadStatus = (typeof CRM_LEAD_STATUSES)[number];

/** Maximum number of stages of a connection. */
export const MAX_CRM_STAGES = 500;

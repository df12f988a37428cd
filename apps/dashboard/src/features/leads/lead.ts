import {
  accrualRoutes,
  clientRoutes,
  homeRoutes,
  LEAD_REASONS,
  type Lead,
  type LeadReason,
  type LeadStatus,
  leadRoutes,
  saleRoutes,
} from '@referral-dashboard/api-contract';
import type { ResponseOf } from '@/shared/api/call.ts';

/** Lead as returned to an organization or, with fewer fields, to a partner. */
export type AnyLead = ResponseOf<typeof leadRoutes.lead>;

/** Returns true for a lead returned to an organization, which includes contacts and the version. */
export const isFullLead = (lead: AnyLead): lead is Lead => 'version' in lead;

/** Routes to invalidate after a lead changes. Keys are prefixes, so lead counts and histories are included. */
export const LEAD_DEPENDENT_ROUTES = [
  leadRoutes.leads,
  clientRoutes.clients,
  saleRoutes.sales,
  accrualRoutes.accruals,
  homeRoutes.homeTasks,
];

/** Leads per request of a bulk action. Between requests the progress is updated and the user can stop. */
export const LEAD_BATCH_SIZE = 25;

/** Reasons that a transition to this status requires, with their labels. Empty if it requires no reason. */
export const getReasons = (to: LeadStatus): [LeadReason, string][] =>
  to in LEAD_REASONS
    ? (Object.entries(LEAD_REASONS[to as keyof typeof LEAD_REASONS]) as [LeadReason, string][])
    : [];

/** Label of a reason of any status. Returns the code if the reason is unknown. */
export const getReasonLabel = (code: LeadReason): string =>
  Object.values(LEAD_REASONS)
    .flatMap((reasons) => Object.entries(reasons))
    .find(([reasonCode]) => reasonCode === code)?.[1] ?? code;

/** Draft key of the new lead form. */
export const NEW_LEAD_DRAFT_KEY = 'lead';

/** Draft key of the edit form of a lead. */
export const getLeadDraftKey = ({ id }: Pick<Lead, 'id'>) => `lead:${id}`;

import {
  accrualRoutes,
  homeRoutes,
  LEAD_REASONS,
  type Lead,
  type LeadReason,
  type LeadStatus,
  leadRoutes,
} from '@referral-dashboard/api-contract';
import type { AnswerOf } from '../../shared/api/call.ts';

/** A lead as either role sees it. */
export type AnyLead = AnswerOf<typeof leadRoutes.lead>;

/** Predicate: the lead is seen by its organization, with its contacts and its version. */
export const isWhole = (lead: AnyLead): lead is Lead => 'version' in lead;

/** Reads that a change of a lead makes stale: leads, their counts and histories, the money that follows them, tasks. */
export const CHANGED_BY_LEADS = [leadRoutes.leads, accrualRoutes.accruals, homeRoutes.homeTasks];

/** The reasons a state asks for, with their names; none where it asks for none. */
export const reasonsOf = (to: LeadStatus): [LeadReason, string][] =>
  to in LEAD_REASONS
    ? (Object.entries(LEAD_REASONS[to as keyof typeof LEAD_REASONS]) as [LeadReason, string][])
    : [];

/** The name of a reason, whatever state it belongs to. */
export const reasonName = (code: LeadReason): string =>
  Object.values(LEAD_REASONS)
    .flatMap((reasons) => Object.entries(reasons))
    .find(([known]) => known === code)?.[1] ?? code;

/** Name of the draft of a new lead. */
export const NEW_LEAD = 'lead';

/** Name of the draft of a lead's data. */
export const draftOf = ({ id }: Pick<Lead, 'id'>) => `lead:${id}`;

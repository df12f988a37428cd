import {
  homeRoutes,
  journalRoutes,
  leadRoutes,
  partnerRoutes,
  paymentRoutes,
  programRoutes,
  type RouteContract,
} from '@referral-dashboard/api-contract';
import { paths } from './src/shared/paths.ts';

/** API routes that a page reads on load, for pages whose path determines the request. */
const CALLS: Partial<Record<string, readonly RouteContract[]>> = {
  [paths.home]: [homeRoutes.homeSummary, homeRoutes.homeTasks, homeRoutes.homeStart, homeRoutes.homeBalance],
  [paths.leads]: [leadRoutes.leads, leadRoutes.leadCounts],
  [paths.programs]: [programRoutes.programs, programRoutes.programCounts],
  [paths.partners]: [partnerRoutes.partners, partnerRoutes.partnerCounts],
  [paths.payments]: [paymentRoutes.payablePartners, paymentRoutes.payoutTotals, homeRoutes.homeBalance],
  [paths.journal]: [journalRoutes.journal, journalRoutes.journalCounts],
};

/** API paths that a page requests on load. A path for one role only ends with `#` and the role. */
export const getPageCalls = (address: string): string[] =>
  (CALLS[address] ?? []).map(({ path, access }) =>
    Array.isArray(access) && access.length === 1 ? `${path}#${access[0]}` : path,
  );

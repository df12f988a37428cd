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

/** What a page reads before it can show anything of its own, where its address says no more than its path. */
const CALLS: Partial<Record<string, readonly RouteContract[]>> = {
  [paths.home]: [homeRoutes.homeSummary, homeRoutes.homeTasks, homeRoutes.homeStart, homeRoutes.homeBalance],
  [paths.leads]: [leadRoutes.leads, leadRoutes.leadCounts],
  [paths.programs]: [programRoutes.programs, programRoutes.programCounts],
  [paths.partners]: [partnerRoutes.partners, partnerRoutes.partnerCounts],
  [paths.payments]: [paymentRoutes.payablePartners, paymentRoutes.payoutTotals, homeRoutes.homeBalance],
  [paths.journal]: [journalRoutes.journal, journalRoutes.journalCounts],
};

/** Paths of the calls that a page makes first, those of one role alone with `#` and the role. */
export const callsOf = (address: string): string[] =>
  (CALLS[address] ?? []).map(({ path, access }) =>
    Array.isArray(access) && access.length === 1 ? `${path}#${access[0]}` : path,
  );

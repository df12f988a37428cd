import { accrualRoutes } from '@referral-dashboard/api-contract';
import { useRead } from '../../shared/api/use-read.ts';

/** What a partner's accruals come to by state, in kopecks, without what was cancelled; nothing until it is known. */
export const usePartnerMoney = (id: string) =>
  useRead(accrualRoutes.accrualCounts, { query: { partner: [id] } }).data?.sums;

import { partnerRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';

/** A partner's links, newest first, at most 100. */
export const usePartnerLinks = (id: string, options?: { enabled: boolean }) =>
  useApiQuery(partnerRoutes.partnerLinks, { params: { id }, query: { page_size: '100' } }, options);

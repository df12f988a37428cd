import { partnerRoutes } from '@referral-dashboard/api-contract';
import { useRead } from '../../shared/api/use-read.ts';

/** A partner's links, newest first, at most 100. */
export const usePartnerLinks = (id: string, options?: { enabled: boolean }) =>
  useRead(partnerRoutes.partnerLinks, { params: { id }, query: { page_size: '100' } }, options);

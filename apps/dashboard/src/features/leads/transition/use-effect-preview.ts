import { type LeadStatus, leadRoutes } from '@referral-dashboard/api-contract';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../shared/api/use-api.ts';
import type { Target } from '../../../shared/list/selection/use-selection.ts';

/** Effect of a transition of many leads, computed by the server without making it. */
export function useEffectPreview(target: Target, to: LeadStatus) {
  const { call } = useApi();
  return useQuery({
    queryKey: ['lead transition preview', target, to],
    queryFn: () => call(leadRoutes.bulkMoveLeads, { body: { ...target, to, dry_run: true } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

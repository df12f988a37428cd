import { useQueryClient } from '@tanstack/react-query';
import { buildQueryKey } from '@/shared/api/use-api-query.ts';
import { LEAD_DEPENDENT_ROUTES } from './lead.ts';

/** Returns a function that reloads everything that shows leads. */
export function useLeadReload() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      LEAD_DEPENDENT_ROUTES.map((route) => client.invalidateQueries({ queryKey: buildQueryKey(route) })),
    );
}

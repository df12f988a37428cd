import { useDebouncedValue } from '@mantine/hooks';
import { type Bank, bankRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '../../shared/api/use-api-query.ts';

const PAUSE_MS = 250;
const LEAST = 2;

/** Banks of the directory that match the search text; empty when no directory is loaded. */
export function useBanks(typed: string): { isLoaded: boolean; banks: readonly Bank[] } {
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data } = useApiQuery(
    bankRoutes.banks,
    { query: { search } },
    { enabled: search.length >= LEAST, keepPrevious: true },
  );
  return { isLoaded: data?.is_loaded ?? false, banks: (search.length >= LEAST && data?.results) || [] };
}

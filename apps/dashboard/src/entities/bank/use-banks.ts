import { useDebouncedValue } from '@mantine/hooks';
import { type Bank, bankRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';

const DEBOUNCE_MS = 250;
const MIN_SEARCH_LENGTH = 2;

/** Banks of the directory that match the search text; empty when no directory is loaded. */
export function useBanks(text: string): { isLoaded: boolean; banks: readonly Bank[] } {
  const [search] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const { data } = useApiQuery(
    bankRoutes.banks,
    { query: { search } },
    { enabled: search.length >= MIN_SEARCH_LENGTH, keepPrevious: true },
  );
  return {
    isLoaded: data?.is_loaded ?? false,
    banks: (search.length >= MIN_SEARCH_LENGTH && data?.results) || [],
  };
}

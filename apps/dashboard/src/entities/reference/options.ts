import { partnerRoutes, programRoutes } from '@referral-dashboard/api-contract';
import { useApiQuery } from '@/shared/api/use-api-query.ts';

const toOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

/** Value of the only option, which a form preselects. */
export const getOnlyValue = (options: readonly { value: string }[]) =>
  options.length === 1 ? options[0]?.value : undefined;

/** Programs whose names match the search text. */
export function useProgramOptions(search: string) {
  const query = { search, page_size: '50' } as const;
  const { data } = useApiQuery(programRoutes.programs, { query }, { keepPrevious: true });
  return data?.results.map(toOption) ?? [];
}

/** Partners that match the search text. For organizations only. */
export function usePartnerOptions(search: string) {
  const query = { search, page_size: '50' } as const;
  const { data } = useApiQuery(partnerRoutes.partners, { query }, { keepPrevious: true });
  return data?.results.map(toOption) ?? [];
}

export const useProgramName = (id: string) =>
  useApiQuery(programRoutes.program, { params: { id } }).data?.name ?? '…';

export const usePartnerName = (id: string) =>
  useApiQuery(partnerRoutes.partner, { params: { id } }).data?.name ?? '…';

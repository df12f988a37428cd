import { partnerRoutes, programRoutes } from '@referral-dashboard/api-contract';
import { useRead } from '../../shared/api/use-read.ts';

const asOption = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

/** Programs whose names the text finds. */
export function useProgramOptions(search: string) {
  const query = { search, page_size: '50' } as const;
  const { data } = useRead(programRoutes.programs, { query }, { keepPrevious: true });
  return data?.results.map(asOption) ?? [];
}

/** Partners whom the text finds; an organization alone may ask. */
export function usePartnerOptions(search: string) {
  const query = { search, page_size: '50' } as const;
  const { data } = useRead(partnerRoutes.partners, { query }, { keepPrevious: true });
  return data?.results.map(asOption) ?? [];
}

export const useProgramName = (id: string) =>
  useRead(programRoutes.program, { params: { id } }).data?.name ?? '…';

export const usePartnerName = (id: string) =>
  useRead(partnerRoutes.partner, { params: { id } }).data?.name ?? '…';

import { type Bank, bankRoutes, isBik } from '@referral-dashboard/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useApi } from '@/shared/api/use-api.ts';
import { buildQueryKey, useApiQuery } from '@/shared/api/use-api-query.ts';

/**
 * Looks up the bank of a BIK.
 *
 * @param input Text of the BIK field.
 * @param onFound Called with the bank of the last BIK passed to `lookUp`.
 * @returns `bankHint`: help text for the BIK field; undefined when no directory is loaded. `lookUp`: call it when the user changes the BIK.
 */
export function useBankLookup(input: string, onFound: (bank: Bank) => void) {
  const api = useApi();
  const client = useQueryClient();
  const bik = input.trim();
  const isValid = isBik(bik);
  const { data } = useApiQuery(bankRoutes.bank, { query: { bik } }, { enabled: isValid });
  const lastText = useRef('');
  const lookUp = async (text: string) => {
    lastText.current = text;
    const query = { bik: text.trim() };
    if (!isBik(query.bik)) return;
    const found = await client
      .fetchQuery({
        queryKey: buildQueryKey(bankRoutes.bank, { query }),
        queryFn: ({ signal }) => api.call(bankRoutes.bank, { query }, signal),
      })
      // The fields can be filled in without the directory.
      .catch(() => null);
    if (found?.bank && lastText.current === text) onFound(found.bank);
  };
  const bankHint =
    !isValid || !data?.is_loaded
      ? undefined
      : data.bank === null
        ? 'Такого БИК нет в справочнике Банка России'
        : [data.bank.name, data.bank.city].filter(Boolean).join(', ');
  return { bankHint, lookUp };
}

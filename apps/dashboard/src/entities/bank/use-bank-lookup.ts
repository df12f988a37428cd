import { type Bank, bankRoutes, isBik } from '@referral-dashboard/api-contract';
import { useEffect, useRef } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';

/**
 * Looks up the bank of a BIK while the user types and calls `onFound` once with the result. Does nothing for the saved BIK.
 *
 * @returns help text for the BIK field; undefined when no directory is loaded.
 */
export function useBankLookup(
  input: string,
  savedBik: string,
  onFound: (bank: Bank) => void,
): string | undefined {
  const bik = input.trim();
  const isValid = isBik(bik);
  const { data } = useApiQuery(bankRoutes.bank, { query: { bik } }, { enabled: isValid });
  const filledBik = useRef(savedBik);
  const bank = isValid ? (data?.bank ?? null) : null;
  useEffect(() => {
    if (bank === null || filledBik.current === bank.bik) return;
    filledBik.current = bank.bik;
    onFound(bank);
  });
  if (!isValid || data === undefined || !data.is_loaded) return undefined;
  return bank === null
    ? 'Такого БИК нет в справочнике Банка России'
    : [bank.name, bank.city].filter(Boolean).join(', ');
}

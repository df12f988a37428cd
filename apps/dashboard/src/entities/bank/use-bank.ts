import { type Bank, bankRoutes, isBik } from '@referral-dashboard/api-contract';
import { useEffect, useRef } from 'react';
import { useApiQuery } from '../../shared/api/use-api-query.ts';

/**
 * Looks up the bank of a BIK while the user types and calls `fill` once with the result. Does nothing for the saved BIK.
 *
 * @returns help text for the BIK field; undefined when no directory is loaded.
 */
export function useBank(typed: string, saved: string, fill: (bank: Bank) => void): string | undefined {
  const bik = typed.trim();
  const isWhole = isBik(bik);
  const { data } = useApiQuery(bankRoutes.bank, { query: { bik } }, { enabled: isWhole });
  const filled = useRef(saved);
  const bank = isWhole ? (data?.bank ?? null) : null;
  useEffect(() => {
    if (bank === null || filled.current === bank.bik) return;
    filled.current = bank.bik;
    fill(bank);
  });
  if (!isWhole || data === undefined || !data.is_loaded) return undefined;
  return bank === null
    ? 'Такого БИК нет в справочнике Банка России'
    : [bank.name, bank.city].filter(Boolean).join(', ');
}

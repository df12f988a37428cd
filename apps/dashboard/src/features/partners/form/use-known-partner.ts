import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { useRef, useState } from 'react';
import { useApi } from '../../../shared/api/use-api.ts';

/** Looks up the partner who has a phone already. Without an answer nobody is known: the server checks again when saving. */
export function useKnownPartner() {
  const { call } = useApi();
  const [known, setKnown] = useState<Partner | null>(null);
  const asked = useRef<string | null>(null);

  async function look(phone: string | null) {
    asked.current = phone;
    setKnown(null);
    if (phone === null) return;
    const page = await call(partnerRoutes.partners, { query: { search: phone } }).catch(() => null);
    // A later look has its own answer.
    if (asked.current === phone) setKnown(page?.results.find((one) => one.phone === phone) ?? null);
  }
  return { known, look };
}

import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { useRef, useState } from 'react';
import { useApi } from '../../../shared/api/use-api.ts';

/** Looks up a partner by phone. A failed lookup is ignored, because the server checks the phone again on save. */
export function useKnownPartner() {
  const { call } = useApi();
  const [known, setKnown] = useState<Partner | null>(null);
  const asked = useRef<string | null>(null);

  async function look(phone: string | null) {
    asked.current = phone;
    setKnown(null);
    if (phone === null) return;
    const page = await call(partnerRoutes.partners, { query: { search: phone } }).catch(() => null);
    // Ignores the response of an outdated lookup.
    if (asked.current === phone) setKnown(page?.results.find((one) => one.phone === phone) ?? null);
  }
  return { known, look };
}

import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { useRef, useState } from 'react';
import { useApi } from '@/shared/api/use-api.ts';

/** Looks up a partner by phone. A failed lookup is ignored, because the server checks the phone again on save. */
export function usePhoneLookup() {
  const { call } = useApi();
  const [foundPartner, setFoundPartner] = useState<Partner | null>(null);
  const latestPhone = useRef<string | null>(null);

  async function lookUp(phone: string | null) {
    latestPhone.current = phone;
    setFoundPartner(null);
    if (phone === null) return;
    const page = await call(partnerRoutes.partners, { query: { search: phone } }).catch(() => null);
    // Ignores the response of an outdated lookup.
    if (latestPhone.current === phone)
      setFoundPartner(page?.results.find((partner) => partner.phone === phone) ?? null);
  }
  return { foundPartner, lookUp };
}

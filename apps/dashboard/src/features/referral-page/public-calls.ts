import type { ReferralPage } from '@referral-dashboard/api-contract';
import { AuthError } from '@referral-dashboard/auth-core';
import { fetchJson } from '@/shared/api/fetch-json.ts';
import { serverUrl } from '@/shared/env.ts';

export type LeadBody = {
  name: string;
  phone: string;
  comment: string;
  website: string;
  consent: boolean;
  consent_version: number | undefined;
  click: string | null;
  'smart-token': string;
};

/** API calls of the public page. All reject with an `AuthError`. */
export type PublicCalls = {
  /** Resolves to `null` for an unknown code. */
  page: () => Promise<ReferralPage | null>;
  /** @returns the id of the visit. */
  recordClick: (source: object) => Promise<string>;
  /** @returns the thank-you text. */
  submitLead: (lead: LeadBody) => Promise<string>;
};

/** API calls for one referral code. They send no session, because the page is public. */
export function createPublicCalls(code: string): PublicCalls {
  const path = serverUrl(`/api/public/ref/${encodeURIComponent(code)}/`);
  const post = (url: string, body: object) =>
    fetchJson(fetch, url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      // `keepalive` counts visits that end immediately.
      keepalive: true,
    });
  return {
    page: () =>
      fetchJson(fetch, path).catch((error: unknown) => {
        if (error instanceof AuthError && error.status === 404) return null;
        throw error;
      }) as Promise<ReferralPage | null>,
    recordClick: async (source) => ((await post(`${path}clicks/`, source)) as { click: string }).click,
    submitLead: async (lead) =>
      ((await post(`${path}leads/`, lead)) as { success_text: string }).success_text,
  };
}

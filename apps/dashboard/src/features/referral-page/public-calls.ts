import type { ReferralPage } from '@referral-dashboard/api-contract';
import { AuthError } from '@referral-dashboard/auth-core';
import { useAuthFetch } from '@referral-dashboard/react-auth';
import { useMemo } from 'react';
import { ask } from '../../shared/api/ask.ts';

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

/** The three calls of the page behind a link. All reject with an `AuthError`. */
export type PublicCalls = {
  /** `null`: nobody has such a code. */
  page: () => Promise<ReferralPage | null>;
  /** @returns the visit's id. */
  recordClick: (marks: object) => Promise<string>;
  /** @returns the words of thanks. */
  submitLead: (lead: LeadBody) => Promise<string>;
};

export function usePublicCalls(code: string): PublicCalls {
  const fetch = useAuthFetch();
  return useMemo(() => createCalls(fetch, `/api/public/ref/${encodeURIComponent(code)}/`), [fetch, code]);
}

function createCalls(fetch: ReturnType<typeof useAuthFetch>, path: string): PublicCalls {
  const post = (url: string, body: object) =>
    ask(fetch, url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      // Who leaves at once has been here all the same.
      keepalive: true,
    });
  return {
    page: () =>
      ask(fetch, path).catch((error: unknown) => {
        if (error instanceof AuthError && error.status === 404) return null;
        throw error;
      }) as Promise<ReferralPage | null>,
    recordClick: async (marks) => ((await post(`${path}clicks/`, marks)) as { click: string }).click,
    submitLead: async (lead) =>
      ((await post(`${path}leads/`, lead)) as { success_text: string }).success_text,
  };
}

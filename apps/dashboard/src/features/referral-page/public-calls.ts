import type { ReferralPage } from '@referral-dashboard/api-contract';
import { AuthError } from '@referral-dashboard/auth-core';
import { ask } from '../../shared/api/ask.ts';
import { servedAt } from '../../shared/env.ts';

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

/** Calls about one code. They carry no session: the page is the same for everybody. */
export function createPublicCalls(code: string): PublicCalls {
  const path = servedAt(`/api/public/ref/${encodeURIComponent(code)}/`);
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

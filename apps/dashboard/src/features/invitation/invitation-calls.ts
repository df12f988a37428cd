import type { Invitation } from '@referral-dashboard/api-contract';
import type { Adoption, User } from '@referral-dashboard/auth-core';
import { useAuthFetch } from '@referral-dashboard/react-auth';
import { useMemo } from 'react';
import { ask } from '../../shared/api/ask.ts';

export type Tokens = Pick<Adoption<User>, 'access' | 'refresh'>;

type Consent = { password?: string; 'smart-token'?: string };

/** The two calls of an invitation link. Both reject with an `AuthError`. */
export type InvitationCalls = {
  check: (signal: AbortSignal) => Promise<Invitation>;
  accept: (consent: Consent) => Promise<Tokens>;
};

export function useInvitationCalls(token: string): InvitationCalls {
  const fetch = useAuthFetch();
  return useMemo(() => {
    const post = (name: string, body: object, signal?: AbortSignal) =>
      ask(fetch, `/api/public/invitations/${name}/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        // In the body: addresses are written into logs.
        body: JSON.stringify({ token, ...body }),
        ...(signal && { signal }),
      });
    return {
      check: async (signal) => (await post('check', {}, signal)) as Invitation,
      accept: async (consent) => (await post('accept', consent)) as Tokens,
    };
  }, [fetch, token]);
}

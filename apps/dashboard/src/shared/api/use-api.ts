import { ROLES, type Role } from '@referral-dashboard/api-contract';
import { useAuthFetch, useAuthState } from '@referral-dashboard/react-auth';
import { useMemo } from 'react';
import { type Api, createApi } from './client.ts';

/** `null` for a role that the contract does not know. */
export const toRole = (role: string | null): Role | null => ROLES.find((known) => known === role) ?? null;

/** Role of the signed-in user; `null` when the contract does not know the role. */
export function useRole(): Role | null {
  return toRole(useAuthState((state) => state.role));
}

/** API client for the signed-in user. The object stays the same until the role changes. */
export function useApi(): Api {
  const fetch = useAuthFetch();
  const role = useRole();
  return useMemo(
    () =>
      createApi(
        (url, init) => fetch(url, init),
        () => role,
      ),
    [fetch, role],
  );
}

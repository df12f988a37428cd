import { ROLES, type Role } from '@referral-dashboard/api-contract';
import { useAuthFetch, useAuthState } from '@referral-dashboard/react-auth';
import { useMemo } from 'react';
import { type Api, createApi } from './client.ts';

/** The role of who is signed in, if it is one that the contract knows. */
export function useRole(): Role | null {
  const role = useAuthState((state) => state.role);
  return ROLES.find((known) => known === role) ?? null;
}

/** The API as whoever is signed in sees it. The same object until the role changes. */
export function useApi(): Api {
  const fetch = useAuthFetch();
  const role = useRole();
  return useMemo(() => createApi((url, init) => fetch(url, init), role), [fetch, role]);
}

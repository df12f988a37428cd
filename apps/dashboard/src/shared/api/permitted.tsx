import type { StaffRoute } from '@referral-dashboard/api-contract';
import { useAuthState } from '@referral-dashboard/react-auth';
import type { ReactNode } from 'react';
import { useRole } from './use-api.ts';

/**
 * Predicate: the signed-in person may make a call, as users/me tells. A partner's own calls depend on no position, and a session that
 * was stored before there were positions is an owner's.
 */
export function usePermissions(): (call: StaffRoute) => boolean {
  const permissions = useAuthState(({ user }) => user?.['permissions']);
  const isStaff = useRole() === 'organization';
  return (call) => !isStaff || !Array.isArray(permissions) || permissions.includes(call);
}

export const usePermitted = (call: StaffRoute): boolean => usePermissions()(call);

/** Content that leads to a call, for those who may make it. */
export const Permitted = ({ call, children }: { call: StaffRoute; children: ReactNode }) =>
  usePermitted(call) && children;

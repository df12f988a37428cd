import type { StaffRoute } from '@referral-dashboard/api-contract';
import { useAuthState } from '@referral-dashboard/react-auth';
import type { ReactNode } from 'react';
import { useRole } from './use-api.ts';

/**
 * Returns a function that checks whether the signed-in user may make a call. Partners may make all calls of their role. Sessions stored
 * before job positions existed have no permission list and may make all calls.
 */
export function usePermissions(): (call: StaffRoute) => boolean {
  const permissions = useAuthState(({ user }) => user?.['permissions']);
  const isStaff = useRole() === 'organization';
  return (call) => !isStaff || !Array.isArray(permissions) || permissions.includes(call);
}

export const useIsPermitted = (call: StaffRoute): boolean => usePermissions()(call);

/** Renders its children only if the signed-in user may make the call. */
export const PermissionGate = ({ call, children }: { call: StaffRoute; children: ReactNode }) =>
  useIsPermitted(call) && children;

import { useAuthState } from '@referral-dashboard/react-auth';
import { useState } from 'react';

/** Returns a new object whenever the user changes or signs out. */
export function useSessionScope(): object {
  const identity = useAuthState(({ user, role }) => user && JSON.stringify([user['id'], role]));
  const [scope, setScope] = useState({ identity });
  if (scope.identity !== identity) setScope({ identity });
  return scope;
}

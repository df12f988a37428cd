import { useAuthState } from '@referral-dashboard/react-auth';
import { useState } from 'react';

/** Returns a new object whenever the user changes or signs out. */
export function useSessionScope(): object {
  const person = useAuthState(({ user, role }) => user && JSON.stringify([user['id'], role]));
  const [scope, setScope] = useState({ person });
  if (scope.person !== person) setScope({ person });
  return scope;
}

import { useAuthState } from '@referral-dashboard/react-auth';
import { useState } from 'react';

/** A new object whenever somebody else is signed in, or nobody. */
export function useSessionScope(): object {
  const person = useAuthState(({ user, role }) => user && JSON.stringify([user['id'], role]));
  const [scope, setScope] = useState({ person });
  if (scope.person !== person) setScope({ person });
  return scope;
}

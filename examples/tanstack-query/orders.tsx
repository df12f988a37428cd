import { AuthProvider, useAccess } from '@referral-dashboard/react-auth';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { auth, orders, queries } from './queries.ts';

function Orders() {
  const access = useAccess();
  // Starts when startup has verified the session.
  const { data, isError, refetch } = useQuery({ ...orders, enabled: access === 'granted' });
  if (isError)
    return (
      <button type="button" onClick={() => refetch()}>
        Try again
      </button>
    );
  return <output>{data ? `${data.length} orders` : access}</output>;
}

export const app = (
  <AuthProvider auth={auth}>
    <QueryClientProvider client={queries}>
      <Orders />
    </QueryClientProvider>
  </AuthProvider>
);

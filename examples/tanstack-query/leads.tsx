import { AuthProvider, useAccess } from '@referral-dashboard/react-auth';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { auth, leads, queries } from './queries.ts';

function Leads() {
  const access = useAccess();
  // Not before it is known who asks.
  const { data, isError, refetch } = useQuery({ ...leads, enabled: access === 'granted' });
  if (isError)
    return (
      <button type="button" onClick={() => refetch()}>
        Try again
      </button>
    );
  return <output>{data ? `${data.length} leads` : access}</output>;
}

export const app = (
  <AuthProvider auth={auth}>
    <QueryClientProvider client={queries}>
      <Leads />
    </QueryClientProvider>
  </AuthProvider>
);

import '../shared/ui/form/field-styles.ts';
import { useUser } from '@referral-dashboard/react-auth';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useContext } from 'react';
import { config } from 'zod';
import { isRetryable } from '../shared/api/failure.ts';
import { setOrganizationZone } from '../shared/format/time-zone.ts';
import { SessionScope } from '../shared/session-scope.ts';
import { PageProblems } from '../shared/ui/feedback/page-problems.tsx';

// `main.tsx` sets the same option before any schema is created. Importing it here also starts loading the schema library early.
config({ jitless: true });

/** Time, in milliseconds, during which data is fresh and not refetched on navigation. */
const STALE_TIME_MS = 15_000;

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_TIME_MS,
        networkMode: 'always',
        retry: (failures, error) => failures === 0 && isRetryable(error),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  });

const clients = new WeakMap<object, QueryClient>();

function clientFor(scope: object): QueryClient {
  const client = clients.get(scope) ?? createQueryClient();
  clients.set(scope, client);
  return client;
}

/** Query cache, one per session, so that the next user cannot read cached data of the previous one. */
export function SessionQueryProvider({ children }: { children: ReactNode }) {
  // Set before any page renders because all pages format dates.
  setOrganizationZone(useUser()?.['time_zone']);
  return (
    <QueryClientProvider client={clientFor(useContext(SessionScope))}>
      <PageProblems>{children}</PageProblems>
    </QueryClientProvider>
  );
}

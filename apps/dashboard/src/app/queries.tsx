import '../shared/ui/form/field-styles.ts';
import { useUser } from '@referral-dashboard/react-auth';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useContext } from 'react';
import { config } from 'zod';
import { isPassing } from '../shared/api/failure.ts';
import { keepTimeIn } from '../shared/format/time-zone.ts';
import { SessionScope } from '../shared/session-scope.ts';
import { PageProblems } from '../shared/ui/feedback/common-problem.tsx';

// As main.tsx said before any schema was made. It also has the schema library under way as early as this.
config({ jitless: true });

/** Time, in milliseconds, an answer counts as fresh: moving between pages asks nothing again meanwhile. */
const FRESH_MS = 15_000;

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: 'always',
        retry: (failures, error) => failures === 0 && isPassing(error),
        retryDelay: 500,
      },
      mutations: { networkMode: 'always' },
    },
  });

const clients = new WeakMap<object, QueryClient>();

function clientOf(scope: object): QueryClient {
  const client = clients.get(scope) ?? createQueryClient();
  clients.set(scope, client);
  return client;
}

/** Cache of the API's answers, one for each session: the next person finds none of it. */
export function Queries({ children }: { children: ReactNode }) {
  // Before any page is drawn: all of them show dates.
  keepTimeIn(useUser()?.['time_zone']);
  return (
    <QueryClientProvider client={clientOf(useContext(SessionScope))}>
      <PageProblems>{children}</PageProblems>
    </QueryClientProvider>
  );
}

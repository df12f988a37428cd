import '../shared/ui/form/field-styles.ts';
import { useAuthInstance, useUser } from '@referral-dashboard/react-auth';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { config } from 'zod';
import { getQueryClient } from '../shared/api/query-client.ts';
import { TimeZoneContext } from '../shared/format/use-dates.ts';
import { PageProblems } from '../shared/ui/feedback/page-problems.tsx';

// `main.tsx` sets the same option before any schema is created. Importing it here also starts loading the schema library early.
config({ jitless: true });

/** Provides the query cache of the current session and the time zone of its dates. */
export function SessionQueryProvider({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={getQueryClient(useAuthInstance())}>
      <TimeZoneContext value={useUser()?.['time_zone']}>
        <PageProblems>{children}</PageProblems>
      </TimeZoneContext>
    </QueryClientProvider>
  );
}

import { useAuthInstance } from '@referral-dashboard/react-auth';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getQueryClient } from './query-client.ts';

/** Reads the content of a public page once per visit. Signing in on the page keeps the content. */
export function usePublicQuery<Content>(queryKey: QueryKey, read: (signal: AbortSignal) => Promise<unknown>) {
  const auth = useAuthInstance();
  const [client] = useState(() => getQueryClient(auth));
  return useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => read(signal) as Promise<Content>,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    client,
  );
}

import { createAuth } from '@referral-dashboard/auth-core';
import { QueryClient, queryOptions } from '@tanstack/react-query';

export const auth = createAuth({ baseUrl: 'http://127.0.0.1:8000' });
export const queries = new QueryClient();

// Whoever signs in next must not see what the last person's queries brought.
auth.onSignOut(() => queries.clear());

/** JSON of an answer; anything but a success is thrown, as queries want it. */
async function load<T>(path: string, signal: AbortSignal): Promise<T> {
  const answer = await auth.fetch(path, { signal });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

export const leads = queryOptions({
  queryKey: ['leads'],
  queryFn: ({ signal }) => load<{ id: number }[]>('/api/leads/', signal),
});

import { createAuth, simpleJwt } from '@referral-dashboard/auth-core';
import { QueryClient, queryOptions } from '@tanstack/react-query';

export const auth = createAuth({
  baseUrl: 'http://127.0.0.1:8000',
  backend: simpleJwt({ paths: { user: '/api/me/' } }),
});
export const queries = new QueryClient();

// The next user must not see the cached data of the previous one.
auth.onSessionEnd(() => queries.clear());

/** Resolves to the JSON of a successful response and throws otherwise, as queries expect. */
async function load<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await auth.fetch(path, { signal });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

export const orders = queryOptions({
  queryKey: ['orders'],
  queryFn: ({ signal }) => load<{ id: number }[]>('/api/orders/', signal),
});

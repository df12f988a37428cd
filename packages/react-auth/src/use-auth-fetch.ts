import { useAuthInstance } from './auth-context.ts';
import type { RegisteredAuth } from './register.ts';

/**
 * `auth.fetch`: the signature of `fetch`, with the bearer header, the refresh on 401 and one retry. The same function
 * for as long as the provider carries the same `auth`; never makes the component render again.
 *
 * @throws Error outside an {@link AuthProvider}.
 */
export const useAuthFetch = (): RegisteredAuth['fetch'] => useAuthInstance().fetch;

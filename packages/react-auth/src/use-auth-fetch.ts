import { useAuthInstance } from './auth-context.ts';
import type { RegisteredAuth } from './register.ts';

/**
 * `auth.fetch`: the signature of `fetch`, with the bearer header, the refresh on 401 and one retry. The function is the
 * same as long as the provider carries the same `auth`; it never renders the component again.
 *
 * @throws Error outside an {@link AuthProvider}.
 */
export const useAuthFetch = (): RegisteredAuth['fetch'] => useAuthInstance().fetch;

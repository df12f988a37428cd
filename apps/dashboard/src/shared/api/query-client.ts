import type { RegisteredAuth } from '@referral-dashboard/react-auth';
import { QueryClient } from '@tanstack/react-query';
import { isRetryable } from './failure.ts';

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

type Session = {
  /** User and role; null when signed out, undefined before the stored session is verified. */
  identity: string | null | undefined;
  client: QueryClient;
};

const sessions = new WeakMap<RegisteredAuth, Session>();

/**
 * Query cache of the current session of `auth`. It is replaced when the user changes or signs out, so that a user cannot read cached data of
 * another user. Reads that started before the stored session was verified are kept when it is valid.
 */
export function getQueryClient(auth: RegisteredAuth): QueryClient {
  const known = sessions.get(auth);
  if (known !== undefined) return known.client;
  const session: Session = { identity: identify(auth), client: createQueryClient() };
  sessions.set(auth, session);
  auth.subscribe(() => {
    const identity = identify(auth);
    if (identity === session.identity) return;
    const isVerified = session.identity === undefined && identity !== null;
    if (!isVerified) session.client = createQueryClient();
    session.identity = identity;
  });
  return session.client;
}

function identify(auth: RegisteredAuth): Session['identity'] {
  const { isInitialized, user, role } = auth.getState();
  return isInitialized ? user && JSON.stringify([user['id'], role]) : undefined;
}

import { createAuth } from '../src/create-auth.ts';
import type { AuthOptions } from '../src/options.ts';
import type { User } from '../src/state.ts';
import { fakeBackend, signedInStorage } from '../src/testing.ts';
import { OLGA } from './server.ts';
import { BASE } from './session.ts';

/** Olga, signed in by an earlier visit at a backend in memory. */
export async function signedInAtFake(options: Partial<Omit<AuthOptions<User, object>, 'userSchema'>> = {}) {
  const backend = fakeBackend({ user: OLGA, password: 'secret' });
  const storage = signedInStorage(OLGA);
  const logger = { warn() {} };
  const auth = createAuth({ baseUrl: BASE, backend, fetch: backend.fetch, storage, logger, ...options });
  await auth.initialize();
  /** Calls since then. */
  const calls = () => backend.calls.slice(1);
  return { auth, backend, storage, calls };
}

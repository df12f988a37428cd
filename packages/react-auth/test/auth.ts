import { createAuth, memoryStorage } from '@referral-dashboard/auth-core';
import { type FakeBackend, fakeBackend, signedInStorage } from '@referral-dashboard/auth-core/testing';

export const BASE_URL = 'http://127.0.0.1:8000';

export const olga = {
  role: 'organization',
  first_name: 'Ольга',
  last_name: 'Орлова',
  father_name: 'Олеговна',
};
export const pavel = { role: 'partner', first_name: 'Павел', last_name: 'Панин', father_name: 'Петрович' };
export const nina = { role: null, first_name: 'Нина', last_name: 'Нилова', father_name: '' };

export const credentials = { username: 'olga', password: 'correct horse' };

const backends = new WeakMap<object, FakeBackend>();

/** An auth over a back end in memory, which holds the session of `user` when one is given; a login is that of `next`. */
export function createTestAuth(user?: object, next: object = olga) {
  const backend = fakeBackend({ user: next, password: credentials.password });
  const storage = user ? signedInStorage(user) : memoryStorage();
  // The product's API has no call for it.
  const { logout: _none, ...calls } = backend;
  const auth = createAuth({ baseUrl: BASE_URL, backend: calls, fetch: backend.fetch, storage });
  backends.set(auth, backend);
  return auth;
}

/** Calls that its back end got, in their order. */
export const callsOf = (auth: object): readonly string[] => backends.get(auth)?.calls ?? [];

/** Tokens that are good at every back end above, and belong to `user`. */
export async function tokensOf(user: object): Promise<{ accessToken: string; refreshToken: string }> {
  const storage = signedInStorage(user);
  const [access, refresh] = [await storage.getItem('access_token'), await storage.getItem('refresh_token')];
  return { accessToken: access ?? '', refreshToken: refresh ?? '' };
}

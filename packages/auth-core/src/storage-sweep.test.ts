import { expect, test } from 'vitest';
import { CREDENTIALS, contents, EMPTY, setUp, setUpSignedIn } from '../test/session.ts';
import { initialState } from './state.ts';
import { type AuthStorage, memoryStorage } from './storage.ts';

const signedOut = { ...initialState, isInitialized: true };

/** Every operation takes a while, and longer the earlier it was begun. */
function slowStorage(): AuthStorage {
  const inner = memoryStorage();
  let turns = 12;
  const later = async <T>(work: () => T): Promise<T> => {
    turns = (turns + 5) % 13;
    for (let turn = turns; turn > 0; turn--) await Promise.resolve();
    return work();
  };
  return {
    getItem: (key) => later(() => inner.getItem(key) as string | null),
    setItem: (key, value) => later(() => inner.setItem(key, value)),
    removeItem: (key) => later(() => inner.removeItem(key)),
  };
}

test('a logout after a login leaves nothing in a slow asynchronous storage', async () => {
  for (let turns = 0; turns < 120; turns++) {
    const { auth, storage } = setUp({ storage: slowStorage() });
    const login = auth.login(CREDENTIALS).catch((error: unknown) => error);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    await auth.logout();
    await login;
    expect(await contents(storage)).toEqual(EMPTY);
    expect(auth.getState()).toEqual(signedOut);
  }
});

test('a logout during a refresh leaves nothing in a slow asynchronous storage', async () => {
  for (let turns = 0; turns < 150; turns++) {
    const { auth, server, storage } = await setUpSignedIn({ storage: slowStorage() });
    server.expireAccess();
    const request = auth.fetch('/api/leads/');
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    await auth.logout();
    await request;
    expect(await contents(storage)).toEqual(EMPTY);
    expect(auth.getState()).toEqual(signedOut);
  }
});

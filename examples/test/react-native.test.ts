import type { Auth } from '@referral-dashboard/auth-core';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startApi } from './api.ts';
import * as SecureStore from './stand-ins/expo-secure-store.ts';
import { becomes } from './stand-ins/react-native.ts';

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi();
  process.env.API_URL = api.url;
});
afterAll(() => api.close());
beforeEach(() => SecureStore.items.clear());

let starts = 0;

/** Starts the app: its module is loaded again, the keychain keeps its items. */
async function startApp(): Promise<Auth> {
  starts += 1;
  const { auth } = (await import(/* @vite-ignore */ `../react-native/auth.ts?start=${starts}`)) as {
    auth: Auth;
  };
  return auth;
}

const credentials = { username: 'olga', password: 'secret' };

test('react-native: a session longer than the limit of the keychain survives a restart', async () => {
  const auth = await startApp();
  await auth.login(credentials);
  await auth.updateProfile({ about: 'Ж'.repeat(3_000) });
  auth.dispose();

  const restarted = await startApp();
  await restarted.initialize();
  expect(restarted.getState()).toMatchObject({ isAuth: true, user: { about: 'Ж'.repeat(3_000) } });
  await restarted.logout();
  expect([...SecureStore.items.keys()]).toEqual([]);
});

test('react-native: the return to the foreground retries a startup without a verdict', async () => {
  const auth = await startApp();
  await auth.login(credentials);
  auth.dispose();

  api.backend.fail('verify', 503);
  const restarted = await startApp();
  await restarted.initialize();
  expect(restarted.getState()).toMatchObject({ isInitialized: false, error: { code: 'unreachable' } });

  api.backend.recover('verify');
  becomes('active');
  await vi.waitFor(() => expect(restarted.getState()).toMatchObject({ isAuth: true, error: null }));
  restarted.dispose();
});

test('react-native: an interrupted write leaves the old value, and a shorter value removes old parts', async () => {
  const { secureStorage } = await import('../react-native/secure-storage.ts');
  await secureStorage.setItem('user_data', 'a'.repeat(5_000));
  const write = vi.spyOn(SecureStore.items, 'set').mockImplementation((key) => {
    if (key === 'user_data') throw new Error('The app was killed');
    return SecureStore.items;
  });
  await expect(secureStorage.setItem('user_data', 'b'.repeat(5_000))).rejects.toThrow('killed');
  write.mockRestore();
  expect(await secureStorage.getItem('user_data')).toBe('a'.repeat(5_000));
  await secureStorage.setItem('user_data', 'short');
  expect([...SecureStore.items.keys()]).toEqual(['user_data']);
});

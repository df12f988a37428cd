import type { Auth } from '@referral-dashboard/auth-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApi } from './api.ts';
import asyncStorage from './stand-ins/async-storage.ts';
import { becomes } from './stand-ins/react-native.ts';

/** The module once more, as the app's next start has it; storage and phone stay. */
const anew = '../react-native/auth.ts?restarted';

let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi();
  process.env.API_URL = api.url;
});
afterAll(() => api.close());

test('react-native: the session is kept in AsyncStorage, and coming back retries a startup without a verdict', async () => {
  const { auth } = await import('../react-native/auth.ts');
  await auth.login({ phone: '+79990000001', password: 'secret' });
  expect(await asyncStorage.getItem('access_token')).toMatch(/\./);
  auth.dispose();

  api.backend.fail('verify', 503);
  const { auth: restarted } = (await import(anew)) as { auth: Auth };
  await restarted.initialize();
  expect(restarted.getState()).toMatchObject({ isInitialized: false, error: { code: 'unreachable' } });

  api.backend.mend('verify');
  becomes('active');
  await vi.waitFor(() => expect(restarted.getState()).toMatchObject({ isAuth: true, error: null }));
  await restarted.logout();
  expect(await asyncStorage.getItem('refresh_token')).toBeNull();
});

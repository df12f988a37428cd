import { expect, test } from 'vitest';
import { json } from '../test/server.ts';
import { CREDENTIALS, contents, EMPTY, setUpSignedIn } from '../test/session.ts';

const WRONG = { ...CREDENTIALS, password: 'wrong' };

test('state.error stays through failures of reloadUser, updateProfile and fetch, and through a refresh', async () => {
  const { auth, server } = await setUpSignedIn();
  await auth.login(WRONG).catch(() => {});
  const { error } = auth.getState();
  expect(error).toMatchObject({ code: 'refused' });
  server.on('users/me', () => json({}, 503));
  await expect(auth.reloadUser()).rejects.toMatchObject({ code: 'unreachable' });
  await expect(auth.updateProfile({ first_name: 'Анна' })).rejects.toMatchObject({ code: 'unreachable' });
  await auth.refresh();
  server.expireAccess();
  server.on('refresh', () => json({}, 503));
  await expect(auth.fetch('/api/x/')).rejects.toMatchObject({ code: 'unreachable' });
  expect(auth.getState().error).toBe(error);
});

test('an updated user clears state.error', async () => {
  const { auth } = await setUpSignedIn();
  await auth.login(WRONG).catch(() => {});
  await auth.updateProfile({ first_name: 'Анна' });
  expect(auth.getState().error).toBeNull();
});

test('setSession whose user cannot be loaded keeps the earlier session; login removes it', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  const before = await contents(storage);
  server.on('users/me', () => json({}, 503));
  await expect(auth.setSession({ accessToken: 'a', refreshToken: 'r' })).rejects.toMatchObject({
    code: 'unreachable',
  });
  expect(auth.getState().isAuth).toBe(true);
  expect(await contents(storage)).toEqual(before);
  await expect(auth.login(CREDENTIALS)).rejects.toMatchObject({ code: 'unreachable' });
  expect(auth.getState().isAuth).toBe(false);
  expect(await contents(storage)).toEqual(EMPTY);
});

test('refresh() without a refresh token resolves to true without an exchange', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  storage.removeItem('refresh_token');
  expect(await auth.refresh()).toBe(true);
  expect(server.calls).toEqual([]);
});

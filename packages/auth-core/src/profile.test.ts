import { expect, test, vi } from 'vitest';
import { signedInAtFake } from '../test/fake.ts';
import { html, json, OLGA } from '../test/server.ts';
import { contents, EMPTY, leaveSession, setUp, setUpSignedIn } from '../test/session.ts';
import { initialState } from './state.ts';
import { STORAGE_KEYS } from './storage.ts';

test('logout clears the state and the four keys and makes no request', {
  tags: ['spec/4.logout.clears'],
}, async () => {
  const { auth, server, storage } = await setUpSignedIn();
  await auth.logout();
  expect(auth.getState()).toEqual({ ...initialState, isInitialized: true });
  expect(await contents(storage)).toEqual(EMPTY);
  expect(server.calls).toEqual([]);
});

test('logout clears the state before storage has responded', async () => {
  const { auth } = await setUpSignedIn();
  void auth.logout();
  expect(auth.getState().isAuth).toBe(false);
});

test('an update replaces the stored user with the response; role and user_role follow', {
  tags: ['spec/4.profile'],
}, async () => {
  const { auth, server, storage } = await setUpSignedIn();
  const answer = { ...OLGA, first_name: 'Анна', role: 'partner', email: 'a@example.test' };
  server.on('users/me', () => json(answer));
  await expect(auth.updateProfile({ first_name: 'Анна' })).resolves.toEqual(answer);
  expect(server.calls).toEqual([
    { method: 'PATCH', path: 'users/me', authorization: 'Bearer access-1', body: '{"first_name":"Анна"}' },
  ]);
  expect(auth.getState()).toMatchObject({ user: answer, role: 'partner' });
  expect((await contents(storage)).slice(2)).toEqual([JSON.stringify(answer), 'partner']);
});

test('an update with an expired token is refreshed and retried', async () => {
  const { auth, backend, calls } = await signedInAtFake();
  backend.expireAccess();
  await expect(auth.updateProfile({ first_name: 'Анна' })).resolves.toEqual({ ...OLGA, first_name: 'Анна' });
  expect(calls()).toEqual(['updateUser', 'refresh', 'updateUser']);
});

test('a failed update rejects only: state.error is for login and startup', async () => {
  const { auth, server } = await setUpSignedIn();
  const before = auth.getState();
  server.on('users/me', () => json({ email: ['Неверный адрес.'] }, 400));
  await expect(auth.updateProfile({ email: 'x' })).rejects.toMatchObject({
    code: 'refused',
    message: 'Ошибка сохранения',
    fieldErrors: { email: ['Неверный адрес.'] },
  });
  expect(auth.getState()).toBe(before);
});

test('the later of two updates stays when their responses arrive out of order', async () => {
  const { auth, server } = await setUpSignedIn();
  const slow = server.hold('users/me');
  const first = auth.updateProfile({ first_name: 'Первая' });
  await vi.waitFor(() => expect(server.calls).toHaveLength(1));
  server.off('users/me');
  await auth.updateProfile({ first_name: 'Вторая' });
  slow.release();
  await first;
  expect(auth.getState().user).toMatchObject({ first_name: 'Вторая' });
});

test.each([
  ['HTML', () => html(200), 'HTTP 200 without JSON'],
  ['nothing', () => new Response(null, { status: 200 }), 'HTTP 200 without JSON'],
  ['a string', () => json('ok'), '/api/accounts/users/me/ responded without a user'],
])('an update whose response is %s is an AuthError with that cause', async (_name, answer, cause) => {
  const { auth, server } = await setUpSignedIn();
  server.on('users/me', answer);
  await expect(auth.updateProfile({})).rejects.toMatchObject({
    code: 'unreachable',
    message: 'Ошибка сохранения',
    cause: { message: cause },
  });
  expect(auth.getState().user).toEqual(OLGA);
});

test('a response to an update that arrives after logout changes nothing', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  const gate = server.hold('users/me');
  const update = auth.updateProfile({ first_name: 'Анна' });
  await vi.waitFor(() => expect(server.calls).toHaveLength(1));
  await auth.logout();
  gate.release();
  await expect(update).rejects.toMatchObject({ code: 'superseded' });
  expect(await contents(storage)).toEqual(EMPTY);
  expect(auth.getState().isAuth).toBe(false);
});

test('a response to a startup that arrives after logout changes nothing', async () => {
  const { auth, server, storage } = setUp();
  storage.setItem('access_token', 'a');
  storage.setItem('refresh_token', 'r');
  storage.setItem('user_data', JSON.stringify(OLGA));
  let answer = (_: Response) => {};
  server.on('verify', () => new Promise((resolve) => (answer = resolve)));
  const started = auth.initialize();
  await vi.waitFor(() => expect(server.calls).toHaveLength(1));
  await auth.logout();
  answer(json({}));
  await started;
  expect(auth.getState()).toEqual({ ...initialState, isInitialized: true });
  expect(await contents(storage)).toEqual(EMPTY);
});

test('a logout right after initialize never shows the stored user', async () => {
  const { auth, server, storage } = setUp();
  leaveSession(storage, server.issue());
  const shown: boolean[] = [];
  auth.subscribe((state) => shown.push(state.isAuth));
  const started = auth.initialize();
  await auth.logout();
  await started;
  expect(shown).toEqual([false]);
  expect(await contents(storage)).toEqual(EMPTY);
});

test('a refresh does not write back a session that other code has removed', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  server.expireAccess();
  const gate = server.hold('refresh');
  const request = auth.fetch('/api/leads/');
  await vi.waitFor(() => expect(server.count('refresh')).toBe(1));
  for (const key of Object.values(STORAGE_KEYS)) storage.removeItem(key);
  gate.release();
  expect((await request).status).toBe(401);
  expect(await contents(storage)).toEqual(EMPTY);
  expect(auth.getState().isAuth).toBe(false);
});

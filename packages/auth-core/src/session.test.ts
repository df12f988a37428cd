import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { json, OLGA, PAVEL } from '../test/server.ts';
import { contents, leaveSession, loginMark, setUp, setUpSignedIn } from '../test/session.ts';
import { tokenOf } from './session.ts';
import { memoryStorage } from './storage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['undefined', null],
  ['null', null],
  ['a b', null],
  [7, null],
  [undefined, null],
  ['undefined.or.not', 'undefined.or.not'],
  ['nullable', 'nullable'],
])('the stored value %j is the token %j', (value, token) => {
  expect(tokenOf(value)).toBe(token);
});

test.each(['two words', '{', '[]', '{"base":5}'])(
  'a damaged auth_session %j leaves the session valid',
  async (mark) => {
    const { auth, server, storage } = setUp();
    leaveSession(storage, server.issue());
    storage.setItem('auth_session', mark);
    await auth.initialize();
    expect(auth.getState().user).toEqual(OLGA);
  },
);

test('an update whose response arrives while another tab signs in is not written over its login', async () => {
  const { auth, server, storage } = await setUpSignedIn();
  const gate = server.hold('users/me');
  const update = auth.updateProfile({ first_name: 'Анна' });
  await vi.waitFor(() => expect(server.calls).toHaveLength(1));
  storage.setItem('auth_session', loginMark());
  storage.setItem('user_data', JSON.stringify(PAVEL));
  gate.release();
  await update;
  expect((await contents(storage))[2]).toBe(JSON.stringify(PAVEL));
});

test('a reloaded user that is equal notifies no listener', async () => {
  const { auth, server } = await setUpSignedIn();
  await auth.reloadUser();
  const state = auth.getState();
  const listener = vi.fn();
  auth.subscribe(listener);
  server.on('users/me', () => json(OLGA));
  await auth.reloadUser();
  expect(auth.getState()).toBe(state);
  expect(listener).not.toHaveBeenCalled();
});

test('a slow storage leaves no timer, and a hanging read is not repeated', async () => {
  const inner = memoryStorage();
  const storage = { ...inner, getItem: async (key: string) => inner.getItem(key) ?? null };
  const { auth } = await setUpSignedIn({ storage });
  await auth.fetch('/api/x/');
  expect(vi.getTimerCount()).toBe(0);
  storage.getItem = () => new Promise(() => {});
  const { value, took } = await finish(auth.getAccessToken());
  expect([value, took]).toEqual(['access-1', 2_000]);
});

test('a failing read is retried once, and then logged by the name of the error', async () => {
  const getItem = vi.fn<(key: string) => string>(() => {
    throw new DOMException('secret', 'SecurityError');
  });
  const { auth, warnings } = setUp({ storage: { ...memoryStorage(), getItem } });
  await auth.getAccessToken();
  expect(getItem.mock.calls.filter(([key]) => key === 'access_token')).toHaveLength(2);
  expect(warnings).toEqual([['auth: storage failed', 'SecurityError']]);
});

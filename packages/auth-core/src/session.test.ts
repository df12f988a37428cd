import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { json, OLGA, PAVEL } from '../test/server.ts';
import { BASE, contents, leaveSession, loginMark, setUp, setUpSignedIn } from '../test/session.ts';
import { isSomebodyElse } from './session.ts';
import { createSessionStore, tokenOf } from './session-store.ts';
import { memoryStorage } from './storage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('two people', () => {
  test.each([
    [{ id: 1 }, { id: 2 }, true],
    [{ id: 1 }, { id: 1 }, false],
    [{ id: 1 }, {}, false],
    [{}, { id: 1 }, false],
    [{}, {}, false],
    [null, { id: 1 }, false],
    [{ id: 1 }, null, false],
    [null, null, false],
  ])('%j and %j are somebody else to each other: %s', (one, other, isElse) => {
    expect(isSomebodyElse(one, other)).toBe(isElse);
  });
});

test.each([
  ['undefined', null],
  ['null', null],
  ['a b', null],
  [7, null],
  [undefined, null],
  ['undefined.or.not', 'undefined.or.not'],
  ['nullable', 'nullable'],
])('%j is read as the token %j', (value, token) => {
  expect(tokenOf(value)).toBe(token);
});

test('only keys of the session are its own', () => {
  const store = createSessionStore(
    memoryStorage(),
    'shop.',
    () => BASE,
    () => {},
  );
  const keys = [
    'shop.access_token',
    'shop.auth_session',
    `shop.${BASE}.user_data`,
    'shop.theme',
    'access_token',
  ];
  expect(keys.map(store.isOurs)).toEqual([true, true, true, false, false]);
});

test.each(['two words', 'a cookie 1 2'])(
  'an owner %j, which none can be, leaves a session to whoever finds it',
  async (owner) => {
    const { auth, server, storage } = setUp();
    leaveSession(storage, server.issue());
    storage.setItem('auth_session', owner);
    await auth.initialize();
    expect(auth.getState().user).toEqual(OLGA);
  },
);

test('what is answered while another tab signs in is not written over its login', async () => {
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

test('a user loaded once more and found the same tells nobody of a change', async () => {
  const { auth, server } = await setUpSignedIn();
  await auth.reloadUser();
  const state = auth.getState();
  const heard = vi.fn();
  auth.subscribe(heard);
  server.on('users/me', () => json(OLGA));
  await auth.reloadUser();
  expect(auth.getState()).toBe(state);
  expect(heard).not.toHaveBeenCalled();
});

test('a storage that answers late leaves no timer behind, one that never does is asked once', async () => {
  const inner = memoryStorage();
  const storage = { ...inner, getItem: async (key: string) => inner.getItem(key) ?? null };
  const { auth } = await setUpSignedIn({ storage });
  await auth.fetch('/api/x/');
  expect(vi.getTimerCount()).toBe(0);
  storage.getItem = () => new Promise(() => {});
  const { value, took } = await finish(auth.getAccessToken());
  expect([value, took]).toEqual(['access-1', 2_000]);
});

test('a read that fails is tried once more, and then warned of by its name alone', async () => {
  const getItem = vi.fn<(key: string) => string>(() => {
    throw new DOMException('secret', 'SecurityError');
  });
  const { auth, warnings } = setUp({ storage: { ...memoryStorage(), getItem } });
  await auth.getAccessToken();
  expect(getItem.mock.calls.filter(([key]) => key === 'access_token')).toHaveLength(2);
  expect(warnings).toEqual([['auth: storage failed', 'SecurityError']]);
});

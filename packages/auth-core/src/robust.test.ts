import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { json, OLGA, PASSWORD, PHONE } from '../test/server.ts';
import { CREDENTIALS, setUp, setUpSignedIn } from '../test/session.ts';
import { initialState } from './state.ts';

const signedOut = { ...initialState, isInitialized: true };

const fails = () => {
  throw new DOMException('no room', 'QuotaExceededError');
};

test('a listener that throws affects neither the other listeners nor the state', async () => {
  const { auth, warnings } = await setUpSignedIn();
  const listener = vi.fn();
  auth.subscribe(() => {
    throw new Error('mine');
  });
  auth.subscribe(listener);
  await expect(auth.logout()).resolves.toBeUndefined();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(auth.getState()).toEqual(signedOut);
  expect(warnings).toHaveLength(1);
});

test('a listener is called with the state, once for each subscription, until it unsubscribes', async () => {
  const { auth } = setUp();
  const listener = vi.fn();
  const unsubscribe = auth.subscribe(listener);
  auth.subscribe(listener);
  await auth.initialize();
  expect(listener.mock.calls).toEqual([[signedOut], [signedOut]]);
  unsubscribe();
  await auth.login(CREDENTIALS);
  expect(listener).toHaveBeenLastCalledWith(auth.getState());
  expect(new Set(listener.mock.calls.slice(2).map(([state]) => state)).size).toBe(
    listener.mock.calls.length - 2,
  );
});

test('the state is frozen and stays the same object until something changes', {
  tags: ['spec/4.state'],
}, async () => {
  const { auth } = await setUpSignedIn();
  const state = auth.getState();
  expect(Object.isFrozen(state)).toBe(true);
  await auth.fetch('/api/leads/');
  await auth.initialize();
  expect(auth.getState()).toBe(state);
});

const secrets = [
  PHONE,
  PASSWORD,
  '9990000001',
  'access-1',
  'access-2',
  'refresh-1',
  'refresh-2',
  'secret-access',
];
const said = (thing: unknown): string =>
  [
    JSON.stringify(thing),
    inspect(thing, { depth: 9, showHidden: true }),
    String(thing),
    (thing as Error)?.stack,
  ].join();

test('no error, warning or log line holds a token, a password or a phone number', async () => {
  const spoken: unknown[] = [];
  const attempt = (work: Promise<unknown>) =>
    work.catch((error: unknown) => spoken.push(error, (error as Error).cause));
  const answers = [
    () => json({ detail: 'нет' }, 401),
    () => json({}, 503),
    () => new Response('{"access": "secret-access', { status: 200 }),
    () => new Response('{"refresh": "refresh-1", "phone": "+79990000001"', { status: 400 }),
    () => Promise.reject(new TypeError('fetch failed')),
  ];
  for (const path of ['login', 'users/me', 'refresh'])
    for (const answer of answers)
      for (const whenUnreachable of ['wait', 'logout'] as const) {
        const { auth, server, warnings } = await setUpSignedIn({ whenUnreachable });
        server.on(path, answer);
        await attempt(auth.login(CREDENTIALS));
        server.expireAccess();
        await attempt(auth.fetch('/api/leads/'));
        await attempt(auth.updateProfile({ phone: PHONE }));
        spoken.push(...warnings.flat(), auth.getState().error);
        auth.dispose();
        await attempt(auth.login(CREDENTIALS));
      }
  const { auth, warnings } = setUp({ storage: { getItem: fails, setItem: fails, removeItem: fails } });
  await auth.login(CREDENTIALS);
  spoken.push(...warnings.flat());
  expect(spoken.length).toBeGreaterThan(60);
  const text = spoken.map(said).join('\n');
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('sentences can be replaced', async () => {
  const { auth, server } = setUp({ messages: { login: 'Не вышло' } });
  server.on('login', () => json({}, 500));
  await expect(auth.login(CREDENTIALS)).rejects.toMatchObject({ message: 'Не вышло' });
  server.on('users/me', () => json({ ...OLGA, role: null }));
});

test('a logger that throws is ignored', async () => {
  const logger = { warn: fails };
  const { auth, server } = await setUpSignedIn({ logger });
  const listener = vi.fn();
  auth.subscribe(fails);
  auth.subscribe(listener);
  server.expireAccess();
  server.revokeAll();
  expect((await auth.fetch('/api/leads/')).status).toBe(401);
  expect(listener).toHaveBeenCalledTimes(1);
  expect(auth.getState()).toEqual(signedOut);

  const storage = { getItem: fails, setItem: fails, removeItem: fails };
  const { auth: second } = setUp({ logger, storage });
  await second.initialize();
  await second.login(CREDENTIALS);
  expect(second.getState().isAuth).toBe(true);
  await expect(second.logout()).resolves.toBeUndefined();
});

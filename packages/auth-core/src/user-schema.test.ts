import { afterEach, expect, test, vi } from 'vitest';
import { finish } from '../test/finish.ts';
import { createServer, json, OLGA } from '../test/server.ts';
import { accounts, BASE, CREDENTIALS, contents, EMPTY, leaveSession } from '../test/session.ts';
import { parseUser } from './backend.ts';
import { createAuth } from './create-auth.ts';
import type { StandardSchema } from './options.ts';
import { memoryStorage } from './storage.ts';

afterEach(() => {
  vi.useRealTimers();
});

interface Member {
  readonly name: string;
  readonly since: Date;
}

/** A schema as Zod and others build them: it checks and transforms. */
const schema = (isSlow: boolean): StandardSchema<Member> => ({
  '~standard': {
    version: 1,
    vendor: 'test',
    validate(value) {
      const { first_name, since = '2026-01-01' } = value as Record<string, string>;
      const result =
        typeof first_name === 'string'
          ? { value: { name: first_name, since: new Date(since) } }
          : {
              issues: [
                { message: `not a name: ${first_name}`, path: ['first_name'] },
                { message: 'x', path: [{ key: 'a' }, 0] },
              ],
            };
      return isSlow ? Promise.resolve(result) : result;
    },
  },
});

test.each([false, true])(
  'the user is read by the schema, from the API and from storage (slow: %s)',
  async (isSlow) => {
    const server = createServer();
    const storage = memoryStorage();
    const open = () =>
      createAuth({
        backend: accounts,
        baseUrl: BASE,
        fetch: server.fetch,
        storage,
        userSchema: schema(isSlow),
      });
    const first = open();
    const expected = { name: 'Ольга', since: new Date('2026-01-01') };
    expect(await first.login(CREDENTIALS)).toEqual(expected);
    expect(await storage.getItem('user_data')).toBe(JSON.stringify(OLGA));
    const second = open();
    await second.initialize();
    expect(second.getState()).toMatchObject({ isAuth: true, user: expected });
    const { user } = second.getState();
    await second.fetch('/api/x/');
    expect(second.getState().user).toBe(user);
  },
);

test('a user that the schema does not accept is refused, and the error names the fields and not their content', async () => {
  const server = createServer();
  const storage = memoryStorage();
  const auth = createAuth({
    backend: accounts,
    baseUrl: BASE,
    fetch: server.fetch,
    storage,
    userSchema: schema(false),
  });
  server.on('users/me', () => json({ first_name: 5551234 }));
  const error = await auth.login(CREDENTIALS).catch((cause: Error) => cause);
  expect(error).toMatchObject({ code: 'misconfigured', message: expect.stringContaining('first_name, a.0') });
  expect((error as Error).message).not.toContain('5551234');
  expect(await contents(storage)).toEqual(EMPTY);
});

test('a stored user that the schema no longer accepts is loaded again at startup', async () => {
  const server = createServer();
  const storage = memoryStorage();
  leaveSession(storage, server.issue(), { role: 'x' });
  const auth = createAuth({
    backend: accounts,
    baseUrl: BASE,
    fetch: server.fetch,
    storage,
    userSchema: schema(true),
  });
  const reasons: string[] = [];
  auth.onSessionEnd((reason) => reasons.push(reason));
  await auth.initialize();
  expect(auth.getState()).toMatchObject({ isAuth: true, user: { name: 'Ольга' } });
  expect(await storage.getItem('user_data')).toBe(JSON.stringify(OLGA));
  expect(reasons).toEqual([]);
});

test('the session stays stored and the error names the fields when the reloaded user does not fit either', async () => {
  const server = createServer();
  const storage = memoryStorage();
  leaveSession(storage, server.issue(), { role: 'x' });
  server.on('users/me', () => json({ role: 'x' }));
  const auth = createAuth({
    backend: accounts,
    baseUrl: BASE,
    fetch: server.fetch,
    storage,
    userSchema: schema(false),
    logger: { warn() {} },
  });
  await auth.initialize();
  expect(auth.getState()).toMatchObject({
    isAuth: false,
    isInitialized: true,
    error: { code: 'misconfigured', message: expect.stringContaining('first_name') },
  });
  expect((await contents(storage))[0]).toBe('access-1');
});

/** Starts with a stored user that the schema does not accept; `respond` is the user endpoint. */
async function startWithOldUser(respond: () => Response | Promise<Response>) {
  vi.useFakeTimers();
  const server = createServer();
  const storage = memoryStorage();
  leaveSession(storage, server.issue(), { role: 'x' });
  server.on('users/me', respond);
  const auth = createAuth({
    backend: accounts,
    baseUrl: BASE,
    fetch: server.fetch,
    storage,
    userSchema: schema(false),
    logger: { warn() {} },
  });
  const { took } = await finish(auth.initialize());
  return { auth, server, storage, took };
}

test('startup fails within ten seconds when the user endpoint never responds, and is retried', async () => {
  const { auth, server, took } = await startWithOldUser(() => new Promise(() => {}));
  expect(took).toBeLessThanOrEqual(10_000);
  expect(auth.getState()).toMatchObject({ isInitialized: false, error: { code: 'unreachable' } });
  server.off('users/me');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(auth.getState()).toMatchObject({ isAuth: true, user: { name: 'Ольга' } });
});

test.each([404, 405, 410, 422])(
  'a user endpoint that responds with %i at startup does not end the session',
  async (status) => {
    const { auth, storage } = await startWithOldUser(() => json({ detail: 'no' }, status));
    expect(auth.getState()).toMatchObject({ isInitialized: false, error: { code: 'unreachable', status } });
    expect((await contents(storage)).slice(0, 2)).toEqual(['access-2', 'refresh-2']);
    auth.dispose();
  },
);

test('an issue without a path names no field', async () => {
  const refusing: StandardSchema = {
    '~standard': { version: 1, vendor: 'test', validate: () => ({ issues: [{ message: 'no' }] }) },
  };
  await expect(parseUser({}, refusing)).rejects.toThrow(/^auth: the user does not fit userSchema: $/);
});

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Auth } from '@referral-dashboard/auth-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startApi } from './api.ts';

type Api = Awaited<ReturnType<typeof startApi>>;
let api: Api;

beforeAll(async () => {
  api = await startApi();
  process.env.API_URL = api.url;
});
afterAll(() => api.close());

const credentials = { username: 'olga', password: 'secret' };

/** The request of each example for the two orders; resolves to their number. */
const ways = {
  async axios() {
    const { api: client, auth } = await import('../axios/client.ts');
    return { auth, ask: async () => (await client.get<object[]>('/api/orders/')).data.length };
  },
  async 'axios, withToken'() {
    const { auth, upload } = await import('../axios/client.ts');
    const file = new Blob(['photo']);
    return { auth, ask: async () => (await upload('/api/photos/1/', file, () => {})).data.length };
  },
  async ky() {
    const { api: client, auth } = await import('../ky/client.ts');
    return { auth, ask: async () => (await client.get('/api/orders/').json<object[]>()).length };
  },
  async 'openapi-fetch'() {
    const { api: client, auth } = await import('../openapi-fetch/client.ts');
    return { auth, ask: async () => (await client.GET('/api/orders/')).data?.length };
  },
  async 'tanstack-query'() {
    const { auth, orders, queries } = await import('../tanstack-query/queries.ts');
    return { auth, ask: async () => (await queries.fetchQuery(orders)).length };
  },
} satisfies Record<string, () => Promise<{ auth: Auth; ask: () => Promise<number | undefined> }>>;

describe.for(Object.entries(ways))('%s', ([name, way]) => {
  test(`${name}: five requests that meet an expired token cause one refresh and succeed`, async () => {
    const { auth, ask } = await way();
    await auth.login(credentials);
    expect(await ask()).toBe(2);
    api.backend.expireAccess();
    const before = api.refreshes();
    expect(await Promise.all(Array.from({ length: 5 }, ask))).toEqual([2, 2, 2, 2, 2]);
    expect(api.refreshes() - before).toBe(1);
    await auth.logout();
  });

  test(`${name}: a refused refresh ends the session and the caller gets the 401`, async () => {
    const { auth, ask } = await way();
    await auth.login(credentials);
    api.backend.endSessions();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(await ask().catch(() => 'failed')).toBeOneOf(['failed', undefined]);
    expect(auth.getState().isAuth).toBe(false);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});

test('tanstack-query: a logout clears the cache', async () => {
  const { auth, orders, queries } = await import('../tanstack-query/queries.ts');
  await auth.login(credentials);
  await queries.fetchQuery(orders);
  expect(queries.getQueryData(orders.queryKey)).toHaveLength(2);
  await auth.logout();
  expect(queries.getQueryData(orders.queryKey)).toBeUndefined();
});

describe('node', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'report-'));
    return () => rmSync(folder, { recursive: true });
  });
  const run = async (env: Record<string, string>) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['node/report.ts'], {
      env: { ...process.env, API_URL: api.url, SESSION: join(folder, 'session.json'), ...env },
    });
    return stdout;
  };

  test('node: the second run needs no password and refreshes the expired token', async () => {
    expect(await run({ USERNAME: 'olga', PASSWORD: 'secret' })).toBe('Olga: 2 orders\n');
    const { refresh_token: first } = JSON.parse(readFileSync(join(folder, 'session.json'), 'utf8'));
    api.backend.expireAccess();
    expect(await run({})).toBe('Olga: 2 orders\n');
    const { refresh_token: second } = JSON.parse(readFileSync(join(folder, 'session.json'), 'utf8'));
    expect(second).not.toBe(first);
  });

  test('node: a wrong password fails with the text of the server', async () => {
    await expect(run({ USERNAME: 'olga', PASSWORD: 'wrong' })).rejects.toThrow(
      'No account with these credentials',
    );
  });
});

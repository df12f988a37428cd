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

const credentials = { phone: '+79990000001', password: 'secret' };

/** Each way that an example asks for the two leads; gives how many came. */
const ways = {
  async axios() {
    const { api: client, auth } = await import('../axios/client.ts');
    return { auth, ask: async () => (await client.get<object[]>('/api/leads/')).data.length };
  },
  async 'axios, withToken'() {
    const { auth, upload } = await import('../axios/client.ts');
    const file = new Blob(['photo']);
    return { auth, ask: async () => (await upload('/api/photos/1/', file, () => {})).data.length };
  },
  async ky() {
    const { api: client, auth } = await import('../ky/client.ts');
    return { auth, ask: async () => (await client.get('/api/leads/').json<object[]>()).length };
  },
  async 'openapi-fetch'() {
    const { api: client, auth } = await import('../openapi-fetch/client.ts');
    return { auth, ask: async () => (await client.GET('/api/leads/')).data?.length };
  },
  async 'tanstack-query'() {
    const { auth, leads, queries } = await import('../tanstack-query/queries.ts');
    return { auth, ask: async () => (await queries.fetchQuery(leads)).length };
  },
} satisfies Record<string, () => Promise<{ auth: Auth; ask: () => Promise<number | undefined> }>>;

describe.for(Object.entries(ways))('%s', ([name, way]) => {
  test(`${name}: five calls that meet an expired token make one refresh and are all answered`, async () => {
    const { auth, ask } = await way();
    await auth.login(credentials);
    expect(await ask()).toBe(2);
    api.backend.expireAccess();
    const before = api.refreshes();
    expect(await Promise.all(Array.from({ length: 5 }, ask))).toEqual([2, 2, 2, 2, 2]);
    expect(api.refreshes() - before).toBe(1);
    await auth.logout();
  });

  test(`${name}: a refused session is signed out and the 401 is the caller's`, async () => {
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

test('tanstack-query: a sign-out empties the cache', async () => {
  const { auth, leads, queries } = await import('../tanstack-query/queries.ts');
  await auth.login(credentials);
  await queries.fetchQuery(leads);
  expect(queries.getQueryData(leads.queryKey)).toHaveLength(2);
  await auth.logout();
  expect(queries.getQueryData(leads.queryKey)).toBeUndefined();
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

  test('node: the second run needs no password and refreshes what has expired', async () => {
    expect(await run({ PHONE: '+79990000001', PASSWORD: 'secret' })).toBe('Olga: 2 leads\n');
    const { refresh_token: first } = JSON.parse(readFileSync(join(folder, 'session.json'), 'utf8'));
    api.backend.expireAccess();
    expect(await run({})).toBe('Olga: 2 leads\n');
    const { refresh_token: second } = JSON.parse(readFileSync(join(folder, 'session.json'), 'utf8'));
    expect(second).not.toBe(first);
  });

  test('node: a wrong password ends the run with what the server said', async () => {
    await expect(run({ PHONE: '+79990000001', PASSWORD: 'wrong' })).rejects.toThrow(
      'No account with these credentials',
    );
  });
});

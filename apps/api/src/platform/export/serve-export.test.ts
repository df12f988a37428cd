import type { Person, RouteContract } from '@referral-dashboard/api-contract';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { handleErrors } from '../http/failures.ts';
import { createHttp } from '../http/server/http.ts';
import type { Sheet, WithTimeZone } from './columns.ts';
import { createExports } from './serve-export.ts';
import type { Snapshot } from './snapshot.ts';

const contract = {
  method: 'GET',
  path: '/api/things/export/',
  name: 'Things as a file',
  access: 'public',
  query: z.object({ format: z.enum(['csv', 'xlsx']) }),
  media: ['text/csv'],
  response: z.string(),
} as const satisfies RouteContract;

type Row = WithTimeZone & { name: string };
const sheet: Sheet<Row> = {
  name: 'Вещи',
  latinName: 'things',
  columns: [{ title: 'Название', width: 20, kind: 'text', value: ({ name }) => name }],
};
const rows = (count: number): Row[] =>
  Array.from({ length: count }, () => ({ name: 'вещь'.repeat(100), time_zone: 'UTC' }));

let log: string[];
let app: ReturnType<typeof createHttp>;

/** Starts a server with one list, whose rows `read` supplies. */
async function serving(read: (use: (snapshot: Snapshot<Row>) => Promise<void>) => Promise<void>) {
  log = [];
  app = createHttp({ logLevel: 'error', trustProxy: [], onLog: (line) => log.push(line) });
  handleErrors(app);
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    const { id, organization, role } = request.headers;
    if (id === undefined) return;
    request.principal = {
      user: { id, role } as unknown as Person,
      organizationId: organization === undefined ? null : String(organization),
      organizationName: '',
      timeZone: async () => 'Europe/Moscow',
      support: async () => [],
      cards: async () => [],
      position: role === 'organization' ? 'owner' : null,
      sessionId: '',
    };
  });
  // 2026-12-31 23:30 in London is the next year in Moscow.
  createExports(() => new Date('2026-12-31T23:30:00Z'), {
    onStart: async () => undefined,
    onFinish: async () => undefined,
  })(app, contract, () => ({ sheet, read }));
  return `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/things/export/`;
}
afterEach(() => app.close());

test('a file has a Russian and a Latin name with the date in Moscow', async () => {
  const url = await serving((use) => use({ total: 0, batches: (async function* () {})() }));
  const response = await fetch(`${url}?format=xlsx`);
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
  const { headers } = response;
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename=things-2027-01-01.xlsx; filename*=UTF-8''${encodeURIComponent('Вещи 2027-01-01.xlsx')}`,
  );
  expect(headers.get('cache-control')).toBe('no-store');
});

test('a failure before the first row is a normal error response', async () => {
  const url = await serving(() => Promise.reject(new Error('no rows today')));
  const response = await fetch(`${url}?format=csv`);
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ code: 'server_error' });
  expect(response.headers.get('content-disposition')).toBeNull();
  expect(log.join()).toContain('no rows today');
});

test.each(['csv', 'xlsx'])('a failure between rows aborts a %s file', async (format) => {
  const url = await serving((use) =>
    use({
      total: 2000,
      batches: (async function* () {
        yield rows(1000);
        throw new Error('no more rows today');
      })(),
    }),
  );
  const response = await fetch(`${url}?format=${format}`);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  expect(log.join()).toContain('no more rows today');
});

test.each(['csv', 'xlsx'])(
  'a %s file starts before its first row and aborts when no row follows',
  async (format) => {
    const { promise: kept, reject: lose } = Promise.withResolvers<never>();
    const url = await serving((use) =>
      use({
        total: 2000,
        batches: (async function* () {
          yield await kept;
        })(),
      }),
    );
    const response = await fetch(`${url}?format=${format}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('x-total-count')).toBe('2000');
    lose(new Error('not put aside'));
    await expect(response.text()).rejects.toThrow();
    expect(log.join()).toContain('not put aside');
  },
);

test('a client that disconnects frees its slot', async () => {
  const left: Promise<void>[] = [];
  const url = await serving((use) => {
    const reading = use({
      total: Number.MAX_SAFE_INTEGER,
      batches: (async function* () {
        while (true) yield rows(1000);
      })(),
    });
    left.push(reading);
    return reading;
  });
  for (let turn = 0; turn < 4; turn += 1) {
    const leaving = new AbortController();
    const { status } = await fetch(`${url}?format=csv`, { signal: leaving.signal });
    expect(status).toBe(200);
    leaving.abort();
  }
  await Promise.all(left);
});

test('the exports of one user run one after another, and too many are refused', async () => {
  const waiting: (() => void)[] = [];
  const url = await serving(async (use) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    await use({ total: 0, batches: (async function* () {})() });
  });
  const responses = Array.from({ length: 5 }, () => fetch(`${url}?format=csv`));
  const refused = await Promise.race(responses);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await refused.json()).toMatchObject({ detail: expect.stringMatching(/^Сейчас выгружается/) });
  for (let turn = 0; turn < 4; turn += 1) {
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    waiting.pop()?.();
  }
  for (const response of await Promise.all(responses)) {
    if (response !== refused) expect(await response.text()).toContain('Название');
  }
});

test('neither one organization nor all partners can take every slot', async () => {
  const running: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const url = await serving(async (use) => {
    running.push('one');
    await released;
    await use({ total: 0, batches: (async function* () {})() });
  });
  const ask = (headers: Record<string, string>) => fetch(`${url}?format=csv`, { headers });
  const responses = ['a', 'b', 'c'].map((id) => ask({ id, role: 'organization', organization: 'one' }));
  await vi.waitFor(() => expect(running).toHaveLength(2));
  for (const id of ['p', 'q', 'r', 's']) responses.push(ask({ id, role: 'partner' }));
  await vi.waitFor(() => expect(running).toHaveLength(5));
  responses.push(ask({ id: 'd', role: 'organization', organization: 'two' }));
  await vi.waitFor(() => expect(running).toHaveLength(6));
  release();
  for (const response of await Promise.all(responses)) expect(await response.text()).toContain('Название');
});

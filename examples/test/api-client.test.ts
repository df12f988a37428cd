import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DEMO_PEOPLE, startTestServer } from '@referral-dashboard/api/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from './server.ts';

const run = promisify(execFile);
const folder = resolve('reports/api-client');
const program = (name: string) => resolve('node_modules/.bin', name);

let server: Awaited<ReturnType<typeof startTestServer>>;
let key: string;

async function post<Answer>(
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<Answer>;
}

beforeAll(async () => {
  server = await startTestServer();
  const [{ phone, password } = { phone: '', password: '' }] = DEMO_PEOPLE;
  const { access } = await post<{ access: string }>('/api/accounts/login/', {
    phone,
    password,
    'smart-token': '',
  });
  const { secret } = await post<{ secret: string }>(
    '/api/referral/api-keys/',
    { name: 'Касса', scopes: ['sales:read', 'sales:write'], days: 1, password },
    { authorization: `Bearer ${access}` },
  );
  key = secret;
  // The steps of the README.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync('api-client', folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await run(program('openapi-typescript'), [`${server.url}/api/schema/`, '-o', join(folder, 'schema.ts')]);
});
afterAll(async () => {
  await server.stop();
});

test('api-client: compiles with the types that the document of the server gives', async () => {
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../../tsconfig.base.json',
      compilerOptions: { types: ['node'], lib: ['es2024', 'dom', 'dom.iterable'] },
      include: ['*.ts'],
    }),
  );
  const { stdout } = await run(program('tsc'), ['-p', folder]).catch((error) => error);
  expect(stdout).toBe('');
});

test('api-client: reports a sale once, however often it runs', async () => {
  const report = () =>
    run(process.execPath, [join(folder, 'report-sale.ts')], { env: { SITE: server.url, KEY: key } });
  const first = await report();
  expect(first.stdout).toContain('Reported: 0 ₽, reward: 0 ₽, waiting: 1');
  expect((await report()).stdout).toBe(first.stdout);
  const waiting = await server.db.selectFrom('waiting_sales').select('amount_kop').execute();
  expect(waiting).toEqual([{ amount_kop: 1_500_000 }]);
});

test('api-client: repeats a call with its idempotency key when the server fails for a moment', async () => {
  const keys: unknown[] = [];
  const failing = await startServer({
    'POST /api/referral/sales/bulk/': ({ headers }) => {
      keys.push(headers['idempotency-key']);
      return keys.length === 1
        ? { status: 503, headers: { 'retry-after': '0' } }
        : { status: 201, body: { results: [], waiting: 1, amount_kop: 0, reward_kop: 0 } };
    },
    'GET /api/referral/sales/': () => ({ body: { results: [] } }),
  });
  await run(process.execPath, [join(folder, 'report-sale.ts')], { env: { SITE: failing.url, KEY: key } });
  expect(keys).toEqual(['receipt-77', 'receipt-77']);
  failing.close();
});

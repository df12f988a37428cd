import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';

let server: TestServer;
let lines: string[];
beforeAll(async () => {
  lines = [];
  server = await startTestServer({ refreshGrace: 0, onLog: (line) => lines.push(line) });
});
afterAll(() => server.stop());

type Line = {
  id?: string;
  method?: string;
  path?: string;
  status?: number;
  ms?: number;
  user?: string;
  msg?: string;
};
const requests = () => lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'request');

test('every request is logged as one line with its id, without tokens, passwords and phones', async () => {
  const client = createClient(server);
  const { access, refresh } = await client.signIn();
  const { headers } = await client.request('/api/accounts/users/me/?token=secret-in-query', {
    headers: { authorization: `Bearer ${access}` },
  });
  await client.patch(access, { email: 'private@example.com', password: 'demo-organization' });
  await client.login({ phone: '+79000000001', password: 'a wrong password' });
  await client.verify(access);
  await client.refreshPair(refresh);
  await client.refresh(refresh);
  await client.request('/api/nothing/');

  await expect.poll(() => requests().length).toBe(8);
  expect(requests().map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    'POST /api/accounts/login/ 200',
    'GET /api/accounts/users/me/ 200',
    'PATCH /api/accounts/users/me/ 200',
    'POST /api/accounts/login/ 401',
    'POST /api/accounts/verify/ 200',
    'POST /api/accounts/refresh/ 200',
    'POST /api/accounts/refresh/ 401',
    'GET /api/nothing/ 404',
  ]);
  const { id: user } = await server.findUser('+79000000001');
  expect(requests()[1]).toMatchObject({ id: headers.get('x-request-id'), user, ms: expect.any(Number) });
  expect(requests()[0]).not.toHaveProperty('user');

  const log = lines.join('');
  expect(log).toContain('refresh token reused');
  expect(log).toContain('"phone":"+7900***0001","address":"127.0.0.1"');
  const secrets = [
    '9000000001',
    'demo-organization',
    'wrong password',
    'secret-in-query',
    'private@',
    access,
    refresh,
  ];
  for (const secret of secrets) expect(log).not.toContain(secret);
  for (const token of [access, refresh]) expect(log).not.toContain(token.split('.')[2]);
});

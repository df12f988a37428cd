import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

const user = {
  role: 'organization',
  first_name: 'Ольга',
  last_name: 'Орлова',
  father_name: 'Олеговна',
  email: 'olga@example.test',
};

const answers: Record<string, object> = {
  'POST /api/accounts/login/': { access: 'access-1', refresh: 'refresh-1' },
  'POST /api/accounts/verify/': {},
  'POST /api/accounts/refresh/': { access: 'access-2' },
  'GET /api/accounts/users/me/': user,
  'PATCH /api/accounts/users/me/': user,
  'GET /api/leads/': [{ id: 1 }, { id: 2 }],
};

/**
 * A server on loopback, for the tests of a file, that gives the examples of documents what they ask for; any password is
 * right. Gives its address, once the tests run.
 */
export function accountsApi(): () => string {
  let address = '';
  let server: Server | undefined;
  beforeAll(async () => {
    server = await listen();
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server?.close());
  return () => address;
}

async function listen(): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = answers[`${request.method} ${request.url?.split('?')[0]}`];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(answer ?? { detail: 'Not found' }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
}

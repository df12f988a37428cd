import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

const user = { role: 'seller', name: 'Olga', email: 'olga@example.test' };

const responses: Record<string, object> = {
  'POST /api/token/': { access: 'access-1', refresh: 'refresh-1' },
  'POST /api/token/verify/': {},
  'POST /api/token/refresh/': { access: 'access-2' },
  'GET /api/me/': user,
  'PATCH /api/me/': user,
  'GET /api/orders/': [{ id: 1 }, { id: 2 }],
};

/**
 * A loopback server for the examples of documents, for the tests of one file. Accepts every password; refuses a body that
 * is not declared as JSON. Returns a function that gives the address once the tests run.
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
    const hasBody = request.method === 'POST' || request.method === 'PATCH';
    const isJson = request.headers['content-type']?.startsWith('application/json');
    const found = responses[`${request.method} ${request.url?.split('?')[0]}`];
    const status = hasBody && !isJson ? 415 : found ? 200 : 404;
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(status === 200 ? found : { detail: `Status ${status}` }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return server;
}

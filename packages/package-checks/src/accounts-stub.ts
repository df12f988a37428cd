import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

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

/** A server on loopback that gives the examples of the READMEs what they ask for; any password is right. */
export async function listenAsAccountsApi(): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    const answer = answers[`${request.method} ${request.url?.split('?')[0]}`];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify(answer ?? { detail: 'Not found' }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

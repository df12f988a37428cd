import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Call, isAuthError } from '@referral-dashboard/auth-core';
import { fakeBackend } from '@referral-dashboard/auth-core/testing';

type Body = { phone: string; password: string; token: string; refresh: string };
type Asked = { call: string; token: string; body: Body };
type Answer = [status: number, body: unknown];

const nothing = {} as Call;

/** Answers what is no call of the API; `false` where it has nothing. */
export type Pages = (path: string, response: ServerResponse) => Promise<boolean>;

async function read(request: IncomingMessage): Promise<Asked> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const isJson = request.headers['content-type']?.startsWith('application/json');
  return {
    call: `${request.method} ${request.url}`,
    token: request.headers.authorization?.replace('Bearer ', '') ?? '',
    body: isJson && text ? JSON.parse(text) : {},
  };
}

/** The API that the examples speak to, on loopback: tokens expire, rotate, and are spent once. `secret` is the password. */
export async function startApi(pages?: Pages) {
  const backend = fakeBackend({ password: 'secret' });

  const accounts: Record<string, (asked: Asked) => unknown> = {
    'POST /api/accounts/login/': ({ body }) => backend.login(body, nothing),
    'POST /api/accounts/refresh/': ({ body }) => backend.refresh(body.refresh, nothing),
    'POST /api/accounts/verify/': ({ body }) => backend.verify?.(body.token, nothing),
    'GET /api/accounts/users/me/': ({ token }) => backend.user(token, nothing),
  };

  async function answer(asked: Asked): Promise<Answer> {
    const account = accounts[asked.call];
    if (account) return [200, await account(asked)];
    const [method = '', url = ''] = asked.call.split(' ');
    const seen = await backend.fetch(`http://api${url}`, {
      method,
      headers: { authorization: `Bearer ${asked.token}` },
    });
    return [seen.status, seen.ok ? [{ id: 1 }, { id: 2 }] : await seen.json()];
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/' } = request;
    if (!url.startsWith('/api/')) {
      if (!(await pages?.(url, response))) response.writeHead(404).end();
      return;
    }
    const [status, body] = await answer(await read(request)).catch((error: unknown): Answer => {
      if (!isAuthError(error)) throw error;
      return [error.status ?? 500, { detail: error.message }];
    });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    backend,
    refreshes: () => backend.calls.filter((call) => call === 'refresh').length,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

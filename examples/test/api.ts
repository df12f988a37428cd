import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Call, isAuthError } from '@referral-dashboard/auth-core';
import { fakeBackend } from '@referral-dashboard/auth-core/testing';

type Body = { username: string; password: string; token: string; refresh: string };
type Received = { route: string; token: string; body: Body | undefined };
type Reply = [status: number, body: unknown];

const call = {} as Call;

/** Serves a path outside the API; resolves to `false` if it has nothing there. */
export type Pages = (path: string, response: ServerResponse) => Promise<boolean>;

async function read(request: IncomingMessage): Promise<Received> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const isJson = request.headers['content-type']?.startsWith('application/json');
  return {
    route: `${request.method} ${request.url}`,
    token: request.headers.authorization?.replace('Bearer ', '') ?? '',
    body: isJson ? JSON.parse(text || '{}') : undefined,
  };
}

/** The API of the examples on loopback: tokens expire, rotate and can be spent once. The password is `secret`. */
export async function startApi(pages?: Pages) {
  const backend = fakeBackend({ password: 'secret', user: { id: 1, role: 'seller', name: 'Olga' } });

  const snake = async (
    tokens: Promise<{ accessToken: string; refreshToken?: string | null | undefined }>,
  ) => {
    const { accessToken, refreshToken } = await tokens;
    return { access: accessToken, refresh: refreshToken };
  };
  const posts: Record<string, (body: Body) => unknown> = {
    'POST /api/token/': (body) => snake(backend.login(body, call)),
    'POST /api/token/refresh/': ({ refresh }) => snake(backend.refresh(refresh, call)),
    'POST /api/token/verify/': ({ token }) => backend.verify?.(token, call),
  };

  async function replyTo({ route, token, body }: Received): Promise<Reply> {
    const post = posts[route];
    if (post) return body ? [200, await post(body)] : [415, { detail: 'Send JSON' }];
    if (route === 'GET /api/me/') return [200, await backend.getUser(token, call)];
    if (route === 'PATCH /api/me/') return [200, await backend.updateUser?.(body ?? {}, token, call)];
    const [method = '', url = ''] = route.split(' ');
    const headers = { authorization: `Bearer ${token}` };
    const seen = await backend.fetch(`http://api${url}`, { method, headers });
    return [seen.status, seen.ok ? [{ id: 1 }, { id: 2 }] : await seen.json()];
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/' } = request;
    if (!url.startsWith('/api/')) {
      if (!(await pages?.(url, response))) response.writeHead(404).end();
      return;
    }
    const [status, body] = await replyTo(await read(request)).catch((error: unknown): Reply => {
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
    refreshes: () => backend.calls.filter((name) => name === 'refresh').length,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

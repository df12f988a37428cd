import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

export interface ReceivedRequest {
  readonly call: string;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly body: {
    readonly username?: string;
    readonly password?: string;
    readonly refresh?: string;
    readonly token?: string;
    readonly refreshToken?: string;
    readonly data?: { readonly password?: string };
  };
}

/** The body of a response, as an adapter reads it. */
export const read = async <T>(response: Response) => (await response.json()) as T;

export type Reply = readonly [status: number, body?: unknown, headers?: Record<string, string>];

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A real server on loopback. A handler is found by method and path, and responds with status, JSON, headers. */
export async function listen(handlers: Readonly<Record<string, (asked: ReceivedRequest) => Reply>>) {
  const asked: ReceivedRequest[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { authorization, cookie } = request.headers;
    const one = {
      call: `${request.method} ${request.url}`,
      authorization,
      cookie,
      body: JSON.parse(text || '{}'),
    };
    asked.push(one);
    const [status, body, headers] = handlers[one.call]?.(one) ?? [404, 'nothing here'];
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? '' : JSON.stringify(body));
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Rotating pairs of tokens; only the last of each is good. */
export function createTokens() {
  let serial = 0;
  return {
    next: () => {
      serial += 1;
      return { access: `access-${serial}`, refresh: `refresh-${serial}` };
    },
    isAccess: (header: string | undefined) => header === `Bearer access-${serial}`,
    isRefresh: (token: unknown) => token === `refresh-${serial}`,
    expire: () => {
      serial += 1;
    },
  };
}

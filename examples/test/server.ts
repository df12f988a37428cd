import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Received = {
  path: string;
  headers: IncomingHttpHeaders;
  cookies: Record<string, string>;
  /** Token of the Authorization header; empty without one. */
  bearer: string;
  text: string;
};
export type Reply = { status?: number; body?: unknown; headers?: Record<string, string | string[]> };
export type Routes = Record<string, (request: Received) => Reply>;

/** A loopback server; `METHOD /path` names a route. Records the routes of its requests in order. */
export async function startServer(routes: Routes) {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { headers, method, url = '/' } = request;
    const path = new URL(url, 'http://server').pathname;
    requests.push(`${method} ${path}`);
    const cookies = Object.fromEntries((headers.cookie ?? '').split('; ').map((pair) => pair.split('=')));
    const bearer = headers.authorization?.replace('Bearer ', '') ?? '';
    const reply = routes[`${method} ${path}`]?.({ path, headers, cookies, bearer, text }) ?? { status: 404 };
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    countOf: (route: string) => requests.filter((each) => each === route).length,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The JSON of a request; undefined if the content type is not JSON, as Express and Django REST framework read it. */
export const jsonOf = ({ headers, text }: Received): Record<string, string> | undefined =>
  headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : undefined;

/** The fields of a form; undefined if the content type is another. */
export const formOf = ({ headers, text }: Received): URLSearchParams | undefined =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    ? new URLSearchParams(text)
    : undefined;

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Issues tokens with strict rotation: a refresh token can be used once. */
export function tokenIssuer() {
  let serial = 0;
  let current = { access: '', refresh: '' };
  /** @param lifetime Seconds. */
  const issue = (lifetime = 300) => {
    serial += 1;
    const exp = Math.floor(Date.now() / 1000) + lifetime;
    current = { access: `e30.${base64({ exp, serial })}.x`, refresh: `refresh-${serial}` };
    return current;
  };
  return {
    issue,
    current: () => current,
    isValid: (access: string) => access !== '' && access === current.access,
    /** The next pair, or undefined for a token that is unknown or was used before. */
    rotate: (refresh: string | undefined) => (refresh === current.refresh && refresh ? issue() : undefined),
    expireAccess() {
      current = { ...current, access: '' };
    },
    revoke() {
      current = { access: '', refresh: '' };
    },
  };
}

/** `fetch` with the cookies of a browser. Cookies of other sites and expiry dates are left out. */
export function browserFetch() {
  const original = fetch;
  const cookies = new Map<string, { value: string; isHttpOnly: boolean }>();
  const headerOf = (entries: [string, { value: string }][]) =>
    entries.map(([name, { value }]) => `${name}=${value}`).join('; ');
  const send: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const sendsCookies = init?.credentials === 'include';
    if (sendsCookies && cookies.size > 0) headers.set('cookie', headerOf([...cookies]));
    const response = await original(input, { ...init, headers });
    for (const cookie of sendsCookies ? response.headers.getSetCookie() : []) {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(cookie) ?? [];
      if (/max-age=0/i.test(attributes)) cookies.delete(name);
      else cookies.set(name, { value, isHttpOnly: /httponly/i.test(attributes) });
    }
    return response;
  };
  return {
    fetch: send,
    cookies,
    /** `document.cookie`. */
    readable: () => headerOf([...cookies].filter(([, { isHttpOnly }]) => !isHttpOnly)),
  };
}

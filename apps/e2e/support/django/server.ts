import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type DjangoResponse, ok, responses } from './responses.ts';
import { createTokens } from './tokens.ts';

type Body = Record<string, unknown>;
type Call = { body: Body; bearer: string | undefined };
type Handler = (call: Call) => DjangoResponse;

/** A stub of a Django back end with the same routes and messages. Responds with HTML where Django does. */
export async function startDjango() {
  const account = { phone: '+79990000001', password: 'orlova-secret' };
  let user: Body = {
    id: 1,
    phone: account.phone,
    role: 'organization',
    first_name: 'Ольга',
    last_name: 'Орлова',
    father_name: 'Олеговна',
    email: 'org@example.test',
  };
  let broken = false;
  const tokens = createTokens();

  const authenticated =
    (handler: (body: Body) => DjangoResponse): Handler =>
    ({ body, bearer }) => {
      if (bearer === undefined) return responses.noCredentials;
      return tokens.isLive(bearer, 'access') ? handler(body) : responses.accessNotValid;
    };

  const handlers: Record<string, Record<string, Handler>> = {
    '/api/accounts/login/': {
      POST: ({ body }) => {
        const missing = ['phone', 'password'].filter((field) => !(field in body));
        if (missing.length > 0) return responses.missing(missing);
        const { phone, password } = body;
        const known = phone === account.phone && password === account.password;
        return known ? ok(tokens.pair()) : responses.wrongPassword;
      },
    },
    '/api/accounts/verify/': {
      POST: ({ body: { token } }) => (tokens.isLive(token) ? ok({}) : responses.tokenNotValid),
    },
    '/api/accounts/refresh/': {
      POST: ({ body: { refresh } }) => {
        if (tokens.isBlacklisted(refresh)) return responses.blacklisted;
        if (!tokens.isLive(refresh, 'refresh')) return responses.tokenNotValid;
        tokens.blacklist(String(refresh));
        return ok(tokens.pair());
      },
    },
    '/api/accounts/users/me/': {
      GET: authenticated(() => ok(user)),
      PATCH: authenticated((patch) => {
        const { email } = patch;
        if (typeof email === 'string' && !/@.+\./.test(email)) return responses.badEmail;
        user = { ...user, ...patch };
        return ok(user);
      }),
    },
  };

  function respond(path: string, method: string, call: Call): DjangoResponse {
    const methods = handlers[path];
    if (broken) return responses.serverError;
    if (methods === undefined) return responses.notFound;
    return methods[method]?.(call) ?? responses.methodNotAllowed(method);
  }

  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const body = JSON.parse((await text(request)) || '{}') as Body;
    const bearer = request.headers.authorization?.replace(/^Bearer /, '');
    const preflight = method === 'OPTIONS';
    send(response, corsOf(request), preflight ? ok({}) : respond(url, method, { body, bearer }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account,
    tokens,
    /** Makes every response Django's HTML page for status 500, or stops it. */
    breakDown(isBroken = true) {
      broken = isBroken;
    },
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

/** Headers of django-cors-headers that allow requests from any origin. */
function corsOf(request: IncomingMessage): Record<string, string> {
  if (request.headers.origin === undefined) return {};
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'accept, authorization, content-type, user-agent, x-csrftoken',
    'access-control-allow-methods': 'DELETE, GET, OPTIONS, PATCH, POST, PUT',
    'access-control-max-age': '86400',
  };
}

function send(response: ServerResponse, headers: Record<string, string>, { status, body }: DjangoResponse) {
  const html = typeof body === 'string';
  response.writeHead(status, {
    ...headers,
    'content-type': html ? 'text/html; charset=utf-8' : 'application/json',
    ...(status === 401 && { 'www-authenticate': 'Bearer realm="api"' }),
  });
  response.end(html ? body : JSON.stringify(body));
}

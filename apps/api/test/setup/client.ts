import type { TokenPair } from '@referral-dashboard/api-contract';
import { DEMO_PEOPLE, type TestServer } from '../../src/testing.ts';
import { expectRussian } from './russian.ts';

export type ClientResponse = { status: number; body: unknown; headers: Headers };

/** Reads a response as JSON, or as text for other types. @throws Error for an error response that is not in Russian. */
async function readResponse(response: Response): Promise<ClientResponse> {
  const text = await response.text();
  const { status, headers } = response;
  if (!headers.get('content-type')?.startsWith('application/json') || text === '')
    return { status, headers, body: text };
  const body: unknown = JSON.parse(text);
  expectRussian(status, body, response.url);
  return { status, headers, body };
}

/** Functions that send requests to one server. */
export function createClient(server: Pick<TestServer, 'url'>) {
  const request = async (path: string, init: RequestInit = {}): Promise<ClientResponse> =>
    readResponse(await fetch(`${server.url}${path}`, init));
  const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    request(path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const post = (path: string, body: unknown, headers?: Record<string, string>) =>
    send('POST', path, body, headers);
  const accounts = '/api/accounts';
  const bearer = (access: string) => ({ authorization: `Bearer ${access}` });

  return {
    request,
    post,
    login: (body: object, headers?: Record<string, string>) => post(`${accounts}/login/`, body, headers),
    verify: (token: string) => post(`${accounts}/verify/`, { token }),
    refresh: (refresh: string) => post(`${accounts}/refresh/`, { refresh }),
    me: (access: string) => request(`${accounts}/users/me/`, { headers: bearer(access) }),
    patch: (access: string, body: unknown) => send('PATCH', `${accounts}/users/me/`, body, bearer(access)),
    /** Signs in a demo user: 0 is the organization, 1 is the partner. */
    async signIn(person: 0 | 1 = 0): Promise<TokenPair> {
      const { phone, password } = DEMO_PEOPLE[person] ?? { phone: '', password: '' };
      const { status, body } = await post(`${accounts}/login/`, { phone, password, 'smart-token': '' });
      if (status !== 200) throw new Error(`sign-in responded ${status}: ${JSON.stringify(body)}`);
      return body as TokenPair;
    },
    /** Exchanges a refresh token for a new pair. */
    async refreshPair(refresh: string): Promise<TokenPair> {
      const { status, body } = await post(`${accounts}/refresh/`, { refresh });
      if (status !== 200) throw new Error(`refresh responded ${status}: ${JSON.stringify(body)}`);
      return body as TokenPair;
    },
  };
}

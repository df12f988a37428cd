import type { TestServer } from '@referral-dashboard/api/testing';
import { organization } from './people.ts';
import { type Credentials, openSession } from './session.ts';

/** Calls the API as a user. Returns the body of a successful response and throws for any other. */
export async function apiAs({ url }: TestServer, person: Credentials) {
  const { access_token } = await openSession(url, person);
  return async <Body>(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Body> => {
    const response = await fetch(`${url}/api/referral/${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: status ${response.status}, ${await response.text()}`);
    return (await response.json()) as Body;
  };
}

/** Sends POST requests to the API as the demo organization. */
export async function organizationApi(server: TestServer) {
  const call = await apiAs(server, organization);
  return <Body>(path: string, body: object, headers?: Record<string, string>) =>
    call<Body>('POST', path, body, headers);
}

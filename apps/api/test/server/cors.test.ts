import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';

const friend = 'https://dashboard.example.ru';
const path = '/api/accounts/users/me/';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ corsOrigins: [friend] });
});
afterAll(() => server.stop());

const preflight = (origin: string) =>
  createClient(server).request(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    },
  });

describe('a page of an allowed origin', () => {
  test('may send the headers and methods of the API', async () => {
    const { status, headers } = await preflight(friend);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(friend);
    expect(headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(headers.get('access-control-allow-headers')).toContain('authorization');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('may read responses, including errors, and the exposed headers', async () => {
    const { status, headers } = await createClient(server).request(path, { headers: { origin: friend } });
    expect(status).toBe(401);
    expect(headers.get('access-control-allow-origin')).toBe(friend);
    expect(headers.get('access-control-expose-headers')).toContain('retry-after');
    expect(headers.get('vary')).toContain('Origin');
  });

  test('may read a 404 response', async () => {
    const { status, headers } = await createClient(server).request('/api/nothing/', {
      headers: { origin: friend },
    });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([404, friend]);
  });
});

test('a page of another origin may not read responses', async () => {
  for (const origin of ['https://evil.example', 'null', `${friend}.evil.example`]) {
    const { headers } = await preflight(origin);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});

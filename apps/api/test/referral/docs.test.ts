import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { createClient } from '../setup/client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ people: [] });
});
afterAll(() => server.stop());

test('the OpenAPI document is served to unauthenticated clients', async () => {
  const response = await createClient(server).request('/api/schema/');
  expect(response).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
});

test('the docs page loads files and runs scripts of this server only', async () => {
  const { status, body, headers } = await createClient(server).request('/api/docs/', {
    headers: { accept: 'text/html' },
  });
  expect(status).toBe(200);
  expect(body).not.toMatch(/https?:/);
  expect(body).not.toMatch(/ (?:on\w+|style)=/);
  const policy = headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^']+'; style-src 'self'; /);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  for (const [, path = ''] of String(body).matchAll(/(?:src|href)="([^"]+)"/g)) {
    const file = await fetch(`${server.url}${path}`);
    await file.body?.cancel();
    expect(file.status, path).toBe(200);
    expect(file.headers.get('content-type'), path).toMatch(/^text\/(css|javascript); charset=utf-8$/);
  }
});

test.each(['/api/schema/', '/api/docs/swagger-ui-bundle.js'])(
  '%s is built once, compressed, and answered with 304 when the client has the current version',
  async (path) => {
    const ask = (headers: Record<string, string>) => fetch(`${server.url}${path}`, { headers });
    const first = await ask({ 'accept-encoding': 'identity' });
    const text = await first.text();
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    for (const encoding of ['br', 'gzip']) {
      const response = await ask({ 'accept-encoding': encoding });
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding]);
      expect(response.headers.get('etag')).toBe(etag);
      expect(Number(response.headers.get('content-length'))).toBeLessThan(text.length / 3);
      expect(await response.text()).toBe(text);
    }
    const known = await ask({ 'if-none-match': etag });
    expect([known.status, await known.text()]).toEqual([304, '']);
  },
);

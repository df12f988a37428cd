import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../src/testing.ts';
import { clientOf } from '../setup/client.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ people: [] });
});
afterAll(() => server.stop());

test('the description is served to everybody', async () => {
  const answer = await clientOf(server).request('/api/schema/');
  expect(answer).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
});

test('the page lists every call and runs no script', async () => {
  const { status, body, headers } = await clientOf(server).request('/api/docs/', {
    headers: { accept: 'text/html' },
  });
  expect(status).toBe(200);
  expect(body).toContain('POST /api/referral/leads/{id}/transition/');
  expect(body).not.toMatch(/<script|https?:/);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
});

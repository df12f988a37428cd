import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createHttp } from '../server/http.ts';
import { compressResponses } from './compression.ts';

let app: ReturnType<typeof createHttp>;
afterEach(() => app.close());

async function requestText(characters: number, headers: Record<string, string>) {
  app = createHttp({ logLevel: 'silent', trustProxy: [] });
  app.addHook('onRequest', async (_request, reply) => void reply.header('vary', 'Origin'));
  compressResponses(app);
  app.get('/', async () => ({ names: 'Ж'.repeat(characters) }));
  return app.inject({ url: '/', headers });
}
const whole = { names: 'Ж'.repeat(5000) };

test.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
])('a long response is sent as %s to a client that accepts %s', async (encoding, accepted, read) => {
  const { headers, rawPayload } = await requestText(5000, { 'accept-encoding': accepted });
  expect(headers).toMatchObject({
    'content-encoding': encoding,
    'content-length': `${rawPayload.length}`,
    'content-type': 'application/json; charset=utf-8',
    vary: 'Origin, Accept-Encoding',
  });
  expect(JSON.parse(read(rawPayload).toString())).toEqual(whole);
  expect(rawPayload.length).toBeLessThan(200);
});

test('a client without either encoding gets it uncompressed', async () => {
  const response = await requestText(5000, { 'accept-encoding': 'identity' });
  expect(response.json()).toEqual(whole);
  expect(response.headers).not.toHaveProperty('content-encoding');
  expect(response.headers).toHaveProperty('vary', 'Origin, Accept-Encoding');
});

test('a short response is not compressed', async () => {
  const response = await requestText(100, { 'accept-encoding': 'br' });
  expect(response.headers).not.toHaveProperty('content-encoding');
});

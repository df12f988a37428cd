import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createHttp } from '../server/http.ts';
import { compressAnswers } from './compression.ts';

let app: ReturnType<typeof createHttp>;
afterEach(() => app.close());

async function asked(characters: number, headers: Record<string, string>) {
  app = createHttp({ logLevel: 'silent', trustProxy: [] });
  app.addHook('onRequest', async (_request, reply) => void reply.header('vary', 'Origin'));
  compressAnswers(app);
  app.get('/', async () => ({ names: 'Ж'.repeat(characters) }));
  return app.inject({ url: '/', headers });
}
const whole = { names: 'Ж'.repeat(5000) };

test.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
])('a long answer goes as %s to who takes it', async (encoding, taken, read) => {
  const { headers, rawPayload } = await asked(5000, { 'accept-encoding': taken });
  expect(headers).toMatchObject({
    'content-encoding': encoding,
    'content-length': `${rawPayload.length}`,
    'content-type': 'application/json; charset=utf-8',
    vary: 'Origin, Accept-Encoding',
  });
  expect(JSON.parse(read(rawPayload).toString())).toEqual(whole);
  expect(rawPayload.length).toBeLessThan(200);
});

test('who takes neither gets it as it is', async () => {
  const answer = await asked(5000, { 'accept-encoding': 'identity' });
  expect(answer.json()).toEqual(whole);
  expect(answer.headers).not.toHaveProperty('content-encoding');
  expect(answer.headers).toHaveProperty('vary', 'Origin, Accept-Encoding');
});

test('a short answer is not worth it', async () => {
  const answer = await asked(100, { 'accept-encoding': 'br' });
  expect(answer.headers).not.toHaveProperty('content-encoding');
});

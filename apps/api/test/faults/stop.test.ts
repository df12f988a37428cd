import { connect } from 'node:net';
import { afterEach, expect, inject, test } from 'vitest';
import { createClient } from '../setup/client.ts';
import { cleanUp, dataFolder, startServer } from './processes.ts';

afterEach(cleanUp);
const filled = () => dataFolder(inject('template'));

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends the server with code 0 despite idle connections and an incomplete request',
  async (signal) => {
    const server = startServer(filled());
    const url = await server.url;
    await createClient({ url }).signIn();
    const partialRequest = connect(Number(new URL(url).port), '127.0.0.1');
    partialRequest.on('error', () => undefined);
    await new Promise<void>((resolve) =>
      partialRequest.write('POST / HTTP/1.1\r\nhost: x\r\n', () => resolve()),
    );
    server.kill(signal);
    expect(await server.exited).toMatchObject({ code: 0, signal: null, stderr: '' });
  },
);

test('a started request is answered before the server ends', async () => {
  const server = startServer(filled());
  const { port } = new URL(await server.url);
  const body = JSON.stringify({ phone: '+79000000001', password: 'demo-organization' });
  const head = [
    'POST /api/accounts/login/ HTTP/1.1',
    'host: x',
    'content-type: application/json',
    `content-length: ${body.length}`,
    'expect: 100-continue',
  ].join('\r\n');

  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`${head}\r\n\r\n`);
  let received = '';
  for await (const chunk of socket) {
    const first = received === '';
    received += String(chunk);
    if (first) {
      // The signal arrives after the headers and before the body.
      expect(received).toContain('100 Continue');
      server.kill('SIGTERM');
      socket.write(body);
    }
    if (received.includes('"refresh"')) break;
  }
  expect(received).toContain('HTTP/1.1 200 OK');
  expect((await server.exited).code).toBe(0);
});

test('a draining server responds 502 to health checks, still serves writes, and then ends', async () => {
  const server = startServer(filled(), { DRAIN_SECONDS: '5' });
  const client = createClient({ url: await server.url });
  const health = () => client.request('/api/health/');
  expect((await health()).status).toBe(200);
  server.kill('SIGTERM');
  await expect.poll(async () => (await health()).status, { interval: 20, timeout: 5000 }).toBe(502);
  expect((await health()).headers.get('connection')).toBe('close');
  await client.signIn();
  expect(await server.exited).toMatchObject({ code: 0, signal: null, stderr: '' });
});

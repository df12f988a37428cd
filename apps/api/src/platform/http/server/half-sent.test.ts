import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { cutHalfSent } from './half-sent.ts';
import { createHttp } from './http.ts';

/** A server whose one route answers when told to; whoever sends it half a request is heard to have begun. */
async function serving({ arrivalMs = 60_000, patienceMs = 60_000 }) {
  const app = createHttp({ logLevel: 'silent', trustProxy: [], arrivalMs });
  cutHalfSent(app, patienceMs);
  const { promise, resolve: answer } = Promise.withResolvers<string>();
  const { promise: asked, resolve: begin } = Promise.withResolvers<void>();
  app.get('/', () => {
    begin();
    return promise;
  });
  app.post('/', async () => 'read');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  let connections = 0;
  app.server.on('connection', () => {
    connections += 1;
  });
  const send = (bytes: string) => {
    const before = connections;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    socket.write(bytes);
    const connected = vi.waitFor(() => expect(connections).toBeGreaterThan(before), { interval: 1 });
    return { socket, connected, received: text(socket).catch(() => '') };
  };
  return { app, send, answer, asked };
}

const POST = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
const HALF = [
  ['a head', 'GET / HTTP/1.1\r\nhost: x\r\n'],
  ['a body', `${POST}content-length: 9000\r\n\r\n{"a":`],
  ['a body in pieces', `${POST}transfer-encoding: chunked\r\n\r\nfff\r\n{"a":`],
] as const;

test.concurrent.each(HALF)(
  '%s that does not come to its end is answered 408 and cut off in time',
  async (_name, bytes) => {
    const { app, send } = await serving({ arrivalMs: 150 });
    const { socket, received } = send(bytes);
    // Goes on with a byte at a time, and never hangs up.
    const trickle = setInterval(() => socket.write('x'), 20);
    expect(await received).toMatch(/^HTTP\/1.1 408 /);
    clearInterval(trickle);
    await app.close();
  },
);

test.concurrent.each(HALF)('half of %s does not hold the end of the server', async (_name, bytes) => {
  const { app, send } = await serving({ patienceMs: 50 });
  const { connected, received } = send(bytes);
  await connected;
  await app.close();
  await received;
});

test('a request that came whole is answered, however long that takes', async () => {
  const { app, send, answer, asked } = await serving({ patienceMs: 1 });
  const { received } = send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await asked;
  const half = send(HALF[0][1]);
  await half.connected;
  const closed = app.close();
  await half.received;
  answer('done');
  expect(await received).toMatch(/done$/);
  await closed;
});

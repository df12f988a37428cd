import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { closeConnections } from './close-connections.ts';
import { createHttp } from './http.ts';

/** Starts a server with a route that waits for `respond`. `requestArrival` resolves when a request reaches it. */
async function startServer({ arrivalMs = 60_000, limitMs = 60_000 }) {
  const app = createHttp({ logLevel: 'silent', trustProxy: [], arrivalMs });
  closeConnections(app, limitMs);
  const { promise, resolve: respond } = Promise.withResolvers<string>();
  const { promise: requestArrival, resolve: resolveArrival } = Promise.withResolvers<void>();
  app.get('/', () => {
    resolveArrival();
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
  return { app, send, respond: respond, requestArrival };
}

const POST = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
const HALF = [
  ['a head', 'GET / HTTP/1.1\r\nhost: x\r\n'],
  ['a body', `${POST}content-length: 9000\r\n\r\n{"a":`],
  ['a body in pieces', `${POST}transfer-encoding: chunked\r\n\r\nfff\r\n{"a":`],
] as const;

test.concurrent.each(HALF)(
  '%s that is never completed gets 408 and is disconnected in time',
  async (_name, bytes) => {
    const { app, send } = await startServer({ arrivalMs: 150 });
    const { socket, received } = send(bytes);
    // Keeps sending single bytes and never disconnects.
    const trickle = setInterval(() => socket.write('x'), 20);
    expect(await received).toMatch(/^HTTP\/1.1 408 /);
    clearInterval(trickle);
    await app.close();
  },
);

test.concurrent.each(HALF)('half of %s delays the shutdown until the limit', async (_name, bytes) => {
  const { app, send } = await startServer({ limitMs: 50 });
  const { connected, received } = send(bytes);
  await connected;
  await app.close();
  await received;
});

test('a complete request is answered during the shutdown, and its connection closes', async () => {
  const { app, send, respond, requestArrival } = await startServer({});
  const { received } = send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await requestArrival;
  const closed = app.close();
  await vi.waitFor(() => expect(app.server.listening).toBe(false));
  respond('done');
  expect(await received).toMatch(/connection: close.*done$/is);
  await closed;
});

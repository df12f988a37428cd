import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { waitForApi } from '../apps/dashboard/wait-for-api.ts';

type Handler = (request: { url: string }, response: unknown, next: () => void) => void;

/** Returns the middleware that the plugin adds to the development server. */
function createMiddleware(origin: string): Handler {
  const handlers: Handler[] = [];
  const { configureServer } = waitForApi(origin, /^\/api\//);
  (configureServer as (server: object) => void)({
    middlewares: { use: (added: Handler) => handlers.push(added) },
  });
  const [handler] = handlers;
  if (handler === undefined) throw new Error('The plugin added no middleware.');
  return handler;
}

const pass = (handler: Handler, url: string) => new Promise<void>((next) => handler({ url }, {}, next));

test('a call waits until the restarted API accepts connections', async () => {
  const api = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void api.close());
  await once(api, 'listening');
  const { port } = api.address() as AddressInfo;
  const handler = createMiddleware(`http://127.0.0.1:${port}`);
  await pass(handler, '/api/health/');

  await new Promise((closed) => api.close(closed));
  const events: string[] = [];
  const call = pass(handler, '/api/health/').then(() => events.push('call'));
  await pass(handler, '/src/main.tsx');
  // Several attempts fail in this time.
  await pause(250);
  api.listen(port, '127.0.0.1', () => events.push('listening'));
  await call;
  expect(events).toEqual(['listening', 'call']);
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Plugin } from 'vite';

const MAX_WAIT_MS = 60_000;
const PAUSE_MS = 100;

/**
 * Delays requests to the API while it starts, so that a page that is opened during a restart loads instead of showing errors.
 *
 * @param origin address of the API.
 * @param paths matches the paths that Vite passes to the API.
 */
export const waitForApi = (origin: string, paths: RegExp): Plugin => ({
  name: 'wait-for-api',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (!paths.test(request.url ?? '')) return next();
      waitForServer(new URL(origin)).finally(next);
    });
  },
});

/** Resolves when the server accepts connections, or after `MAX_WAIT_MS`. */
async function waitForServer(url: URL) {
  const end = performance.now() + MAX_WAIT_MS;
  while (!(await isListening(url)) && performance.now() < end) await pause(PAUSE_MS);
}

async function isListening({ hostname, port, protocol }: URL): Promise<boolean> {
  const socket = connect(Number(port) || (protocol === 'https:' ? 443 : 80), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

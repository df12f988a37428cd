import type { FastifyInstance } from 'fastify';

/** Time that requests have to end when the server shuts down. */
const DEFAULT_LIMIT_MS = 5000;

/**
 * Closes each connection after its current response when the server shuts down, and all connections after `limitMs`. Node closes only
 * connections that are idle at that moment, and stops enforcing its time limit for incomplete requests.
 */
export function closeConnections(app: FastifyInstance, limitMs = DEFAULT_LIMIT_MS) {
  let isClosing = false;
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    setTimeout(() => app.server.closeAllConnections(), limitMs).unref();
  });
}

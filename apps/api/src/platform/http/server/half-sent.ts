import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Time that incomplete requests have left when the server shuts down. */
const DEFAULT_DELAY_MS = 1000;

/**
 * Keeps incomplete requests from delaying the shutdown: after `delayMs` their connections are closed. Complete requests are answered,
 * and each connection closes after its current response.
 */
export function cutHalfSent(app: FastifyInstance, delayMs = DEFAULT_DELAY_MS) {
  const open = new Map<Socket, IncomingMessage | undefined>();
  let state: 'serving' | 'closing' | 'over' = 'serving';
  app.server.on('connection', (socket) => {
    if (state === 'over') return void socket.destroy();
    open.set(socket, undefined);
    socket.once('close', () => open.delete(socket));
    return;
  });
  app.server.on('request', (request, response) => {
    const { socket } = request;
    open.set(socket, request);
    response.once('close', () => {
      if (open.get(socket) === request) open.set(socket, undefined);
      if (state !== 'serving') socket.destroySoon();
    });
  });
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    state = 'closing';
    timer = setTimeout(() => {
      state = 'over';
      for (const [socket, request] of open) if (request?.complete !== true) socket.destroy();
    }, delayMs);
  });
  app.addHook('onClose', async () => clearTimeout(timer));
}

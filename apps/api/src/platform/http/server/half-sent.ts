import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Time left to requests that are arriving when the server is to end. */
const PATIENCE_MS = 1000;

/**
 * Lets nobody hold the end of the server: whoever has not sent a whole request by then is cut off, and a connection ends with the answer under
 * way. Whole requests are answered.
 */
export function cutHalfSent(app: FastifyInstance, patienceMs = PATIENCE_MS) {
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
    }, patienceMs);
  });
  app.addHook('onClose', async () => clearTimeout(timer));
}

import type { FastifyInstance } from 'fastify';
import { draining } from '../../errors.ts';

/**
 * Prepares a server to end while a proxy still sends requests to it. After the returned function is called, reads get 502, which the server
 * uses for nothing else: the proxy repeats them at another process and sends no further requests. Writes run as usual. Every response
 * closes its connection.
 *
 * @returns a function that starts draining.
 */
export function drainable(app: FastifyInstance): () => void {
  let isDraining = false;
  app.addHook('onRequest', ({ method }, reply, done) => {
    if (isDraining) reply.header('connection', 'close');
    done(isDraining && (method === 'GET' || method === 'HEAD') ? draining() : undefined);
  });
  return () => {
    isDraining = true;
  };
}

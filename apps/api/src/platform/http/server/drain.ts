import type { FastifyInstance } from 'fastify';
import { draining } from '../../errors.ts';

/**
 * Lets a proxy move its requests to other processes before this one stops.
 *
 * @returns a function that starts draining. From then on GET and HEAD get 502, a status that the server uses for nothing else. The proxy
 * repeats these requests at another process and stops sending new ones. Other methods run as usual. Every response closes its connection.
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

import type { FastifyInstance } from 'fastify';
import { draining } from '../../errors.ts';

/**
 * Readies a server that is to end while a proxy still sends to it. Reading calls are answered 502, which the server never answers otherwise:
 * the proxy asks another process, and sends nothing more here. Calls that change something are done as ever. Connections end with their
 * next answer.
 *
 * @returns begins it.
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

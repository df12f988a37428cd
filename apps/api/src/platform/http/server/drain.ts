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
  app.addHook('onRequest', async ({ method }, reply) => {
    if (!isDraining) return;
    reply.header('connection', 'close');
    if (method === 'GET' || method === 'HEAD') throw draining();
  });
  return () => {
    isDraining = true;
  };
}

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from './negotiation.ts';

/** Content that is equal for all requests, with its compressed forms. */
export type CachedFile = { type: string; etag: string; identity: Buffer; br?: Buffer; gzip?: Buffer };

/** Returns a strong entity tag of a content. */
export const computeEtag = (content: Buffer) =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;

/** Sends a file in an encoding that the request accepts, or 304 when the client has it. */
export function sendCached(
  file: CachedFile,
  cacheControl: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.headers({ 'cache-control': cacheControl, etag: file.etag, vary: 'Accept-Encoding' });
  if (headers['if-none-match'] === file.etag) return reply.code(304).send();

  reply.header('content-type', file.type);
  const available = (['br', 'gzip'] as const).filter((name) => file[name] !== undefined);
  const encoding = encodingFor(headers['accept-encoding'], available);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(file[encoding]);
}

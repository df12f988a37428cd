import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor, takesMedia } from '../http/negotiation.ts';
import type { Dashboard } from './dashboard.ts';
import { type BuiltFile, pathOf } from './files.ts';

/** Serves the built dashboard: its files as they are, and its page at every other address outside /api/. */
export function dashboardRoutes(app: FastifyInstance, { files, sendPage }: Dashboard) {
  app.get('/*', { config: { access: 'public' } }, (request, reply) => {
    const path = pathOf(request);
    const file = PAGES.includes(path) ? undefined : files.get(path);
    if (file !== undefined) return sendFile(file, path, request, reply);
    if (/^\/(api|assets)(\/|$)/.test(path) || !takesMedia(request.headers.accept, HTML_TYPES))
      return reply.callNotFound();
    return sendPage(reply);
  });
}

/** Filled in before they are given out. */
const PAGES = ['/index.html', '/referral.html'];

const HTML_TYPES = ['text/html', 'text/html; charset=utf-8'];

function sendFile(file: BuiltFile, path: string, request: FastifyRequest, reply: FastifyReply) {
  // Files under assets/ carry a hash of their content in their names.
  const cached = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  reply.headers({ 'cache-control': cached, etag: file.etag, vary: 'Accept-Encoding' });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();

  reply.header('content-type', file.type);
  const encoding = encodingFor(
    request.headers['accept-encoding'],
    (['br', 'gzip'] as const).filter((name) => file[name] !== undefined),
  );
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(file[encoding]);
}

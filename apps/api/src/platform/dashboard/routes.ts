import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accepts } from '../negotiation.ts';
import { type BuiltFile, readBuild } from './files.ts';
import { createPage, type PageSettings } from './page.ts';
import { createPolicy } from './policy.ts';

export type DashboardSettings = PageSettings & {
  /** Folder of the build. */
  folder: string;
};

const NOT_BUILT = `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<title>Интерфейс не собран</title>
<p>API работает, но интерфейс не собран. Выполните <code>npx -y pnpm@12.21.0 build</code> и запустите сервер снова.</p>
</html>
`;

/** Serves the built dashboard: its files as they are, and its page at every other address outside /api/. */
export function dashboardRoutes(app: FastifyInstance, { folder, ...settings }: DashboardSettings) {
  const files = readBuild(folder);
  const index = files.get('/index.html')?.identity.toString();
  const page = createPage(index ?? NOT_BUILT, settings);
  const policy = createPolicy(settings);

  app.get('/*', { config: { access: 'public' } }, (request, reply) => {
    const path = request.url.replace(/\?.*/s, '');
    const file = path === '/index.html' ? undefined : files.get(path);
    if (file !== undefined) return sendFile(file, path, request, reply);
    if (/^\/(api|assets)(\/|$)/.test(path) || !takesHtml(request.headers.accept)) return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64url');
    return reply
      .code(index === undefined ? 503 : 200)
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': policy(nonce),
        'content-type': 'text/html; charset=utf-8',
      })
      .send(page(nonce));
  });
}

const takesHtml = (accept = '*/*') => /text\/(html|\*)|\*\/\*/.test(accept);

function sendFile(file: BuiltFile, path: string, request: FastifyRequest, reply: FastifyReply) {
  // Files under assets/ carry a hash of their content in their names.
  const cached = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  reply.headers({ 'cache-control': cached, etag: file.etag, vary: 'Accept-Encoding' });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();

  reply.header('content-type', file.type);
  const accepted = request.headers['accept-encoding'] ?? '';
  if (file.br && accepts(accepted, ['br'])) return reply.header('content-encoding', 'br').send(file.br);
  if (file.gzip && accepts(accepted, ['gzip']))
    return reply.header('content-encoding', 'gzip').send(file.gzip);
  return reply.send(file.identity);
}

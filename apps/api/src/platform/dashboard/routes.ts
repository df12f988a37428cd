import type { FastifyInstance } from 'fastify';
import { takesMedia } from '../http/content/negotiation.ts';
import { sendCached } from '../http/content/send-cached.ts';
import type { Dashboard } from './dashboard.ts';
import { getRequestPath } from './files.ts';

/** Serves the files of the built dashboard, and its page at every other path outside /api/. */
export function dashboardRoutes(app: FastifyInstance, { files, sendPage }: Dashboard) {
  app.get('/*', { config: { access: 'public' } }, (request, reply) => {
    const path = getRequestPath(request);
    const file = PAGES.includes(path) ? undefined : files.get(path);
    if (file !== undefined) return sendCached(file, getCacheControl(path), request, reply);
    if (/^\/(api|assets)(\/|$)/.test(path) || !takesMedia(request.headers.accept, HTML_TYPES))
      return reply.callNotFound();
    return sendPage(reply);
  });
}

/** The script for the organization's own site. */
const SNIPPET = '/snippet.js';

/** Pages whose placeholders are replaced before they are sent. */
const PAGES = ['/index.html', '/referral.html'];

const HTML_TYPES = ['text/html', 'text/html; charset=utf-8'];

function getCacheControl(path: string): string {
  // Other sites load it on every page.
  if (path === SNIPPET) return 'public, max-age=3600';
  // Names of files under assets/ contain a hash of their content.
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

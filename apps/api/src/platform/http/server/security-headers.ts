import type { FastifyInstance } from 'fastify';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Adds security headers to every response. HSTS (two years) is sent only when the site uses HTTPS. */
export function secureHeaders(app: FastifyInstance, { https }: { https: boolean }) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(HEADERS);
    if (https) reply.header('strict-transport-security', 'max-age=63072000');
    done();
  });
}

/** Adds the headers of API responses: they must not be rendered as pages and must not be stored. */
export function secureApiHeaders(app: FastifyInstance) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    done();
  });
}

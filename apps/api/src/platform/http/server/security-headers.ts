import type { FastifyInstance } from 'fastify';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Headers of every answer. HSTS (two years) only where people come over HTTPS. */
export function secureHeaders(app: FastifyInstance, { https }: { https: boolean }) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(HEADERS);
    if (https) reply.header('strict-transport-security', 'max-age=63072000');
    done();
  });
}

/** Headers of the API's answers: nothing in them is a page, nothing is to be kept. */
export function secureApiHeaders(app: FastifyInstance) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    done();
  });
}

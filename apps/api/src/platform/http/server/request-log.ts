import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/** Returns a request number that is easy to read out over the phone: `7F3A-21KD`. */
export function newRequestId(): string {
  let rest = randomInt(ALPHABET.length ** LENGTH);
  let characters = '';
  for (let at = 0; at < LENGTH; at += 1) {
    if (at === LENGTH / 2) characters += '-';
    characters += ALPHABET[rest % ALPHABET.length];
    rest = Math.floor(rest / ALPHABET.length);
  }
  return characters;
}

/** Returns the path of a URL for the log. Masks secrets of invitations, and text that looks like a token or a phone number. */
export const maskPath = (url: string) =>
  url
    .replace(/[?#].*/s, '')
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/(\b(?:invite|reset|setup)(?:\/|%2F)+).*/is, '$1***')
    .replace(/(\bjoin(?:\/|%2F)+status(?:\/|%2F)+).*/is, '$1***')
    .replace(/eyJ[\w-]+(\.[\w-]*)*/g, '***')
    .replace(/[\w-]{43,}/g, '***')
    .replace(/(?<=^|%2B|[^\da-f-])\d{10,15}(?![\da-f-])/gi, '***');

/** Logs one line per request, without query, body and headers. The response has the same number as `x-request-id`. */
export function logRequests(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  // Skips the work when the log level drops these lines.
  if (!['trace', 'debug', 'info'].includes(app.log.level)) return;
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: maskPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.principal && { user: request.principal.user.id }),
      },
      'request',
    );
  });
}

/** Masks a phone number for the log: `+7916***4567`. Any other text becomes `***`, because users type passwords into wrong fields. */
export const maskPhone = (phone: string) =>
  /^\+\d{8,15}$/.test(phone) ? `${phone.slice(0, 5)}***${phone.slice(-4)}` : '***';

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { encodingFor } from './negotiation.ts';

/** Minimum length of a compressed response, in characters. A shorter one fits into one packet. */
const MIN_LENGTH = 1400;

const [brotliOf, gzipOf] = [promisify(brotliCompress), promisify(gzip)];

const compress = {
  // Level 4 reduces a list to a tenth within a millisecond. The best level takes thirty times as long for little more.
  br: (text: string) => brotliOf(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => gzipOf(text),
};

/**
 * Compresses long responses for clients that accept it. The compressed length leaks no secret: an attacker cannot make calls with the token
 * of a user, and responses without a token hold no secret.
 */
export function compressResponses(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < MIN_LENGTH) return done(null, payload);
    const others = reply.getHeader('vary');
    reply.header('vary', others === undefined ? 'Accept-Encoding' : `${others}, Accept-Encoding`);
    const encoding = encodingFor(request.headers['accept-encoding'], ['br', 'gzip']);
    if (encoding === 'identity') return done(null, payload);
    reply.header('content-encoding', encoding);
    // Fastify counted the uncompressed length.
    reply.removeHeader('content-length');
    compress[encoding](payload).then((body) => done(null, body), done);
  });
}

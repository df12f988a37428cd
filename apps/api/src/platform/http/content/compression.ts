import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { encodingFor } from './negotiation.ts';

/** Characters from which an answer is compressed: less fits into one packet anyway. */
const LEAST = 1400;

const [brotliOf, gzipOf] = [promisify(brotliCompress), promisify(gzip)];

const compress = {
  // Of a list a tenth is left, within a millisecond; its best setting takes thirty times as long for a little less.
  br: (text: string) => brotliOf(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => gzipOf(text),
};

/**
 * Compresses long answers for those who take it. Their length tells a listener on the line little: what calls with a token say nobody
 * else can have asked for, and what calls without one say is no secret.
 */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < LEAST) return done(null, payload);
    const others = reply.getHeader('vary');
    reply.header('vary', others === undefined ? 'Accept-Encoding' : `${others}, Accept-Encoding`);
    const encoding = encodingFor(request.headers['accept-encoding'], ['br', 'gzip']);
    if (encoding === 'identity') return done(null, payload);
    reply.header('content-encoding', encoding);
    // Fastify has counted what it was given.
    reply.removeHeader('content-length');
    compress[encoding](payload).then((body) => done(null, body), done);
  });
}

import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { notAcceptable } from '../../errors.ts';

const JSON_TYPES = ['application/json', 'application/json; charset=utf-8'];

type Encoding = 'br' | 'gzip' | 'identity';
/** The library orders encodings of equal weight as it is told; its published types do not know. */
type OrderedNegotiator = Negotiator & {
  encoding: (available: readonly string[], options: { preferred: readonly string[] }) => string | undefined;
};

/** Picks the encoding that an `Accept-Encoding` header weighs most; of equals the smallest, which is listed first. */
export function encodingFor(header: string | undefined, available: readonly Encoding[]): Encoding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as OrderedNegotiator;
  const all: readonly Encoding[] = [...available, 'identity'];
  const chosen = negotiator.encoding(all, { preferred: available });
  return all.find((encoding) => encoding === chosen) ?? 'identity';
}

/** True when an `Accept` header takes one of the media types; a header that is missing takes all. */
export const takesMedia = (accept: string | undefined, types: readonly string[]) =>
  accept === undefined ||
  accept === '*/*' ||
  types.includes(accept) ||
  new Negotiator({ headers: { accept: accept?.trim() || '*/*' } }).mediaType(types) !== undefined;

/** True when an `Accept` header takes JSON, or one of `others`. */
export const takesJson = (accept?: string, others: readonly string[] = []) =>
  takesMedia(accept, [...JSON_TYPES, ...others]);

/** The API speaks JSON, and what else a route names; a request for something else is refused. */
export function requireJson(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    const media = request.routeOptions.config.media?.flatMap((type) => [type, type.replace(/;.*/, '')]);
    done(takesJson(request.headers.accept, media) ? undefined : notAcceptable());
  });
}

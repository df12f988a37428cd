import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { notAcceptable } from '../../errors.ts';

const JSON_TYPES = ['application/json', 'application/json; charset=utf-8'];

type Encoding = 'br' | 'gzip' | 'identity';
/** The library supports an order for encodings of equal weight; its published types do not. */
type OrderedNegotiator = Negotiator & {
  encoding: (available: readonly string[], options: { preferred: readonly string[] }) => string | undefined;
};

/**
 * Returns the encoding with the highest weight in an `Accept-Encoding` header. For equal weights it returns the first one, which is the
 * smallest.
 */
export function encodingFor(header: string | undefined, available: readonly Encoding[]): Encoding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as OrderedNegotiator;
  const all: readonly Encoding[] = [...available, 'identity'];
  const chosen = negotiator.encoding(all, { preferred: available });
  return all.find((encoding) => encoding === chosen) ?? 'identity';
}

/** Returns true when an `Accept` header accepts one of the media types. A missing header accepts all. */
export const takesMedia = (accept: string | undefined, types: readonly string[]) =>
  accept === undefined ||
  accept === '*/*' ||
  types.includes(accept) ||
  new Negotiator({ headers: { accept: accept?.trim() || '*/*' } }).mediaType(types) !== undefined;

/** Returns true when an `Accept` header accepts JSON or one of `others`. */
export const takesJson = (accept?: string, others: readonly string[] = []) =>
  takesMedia(accept, [...JSON_TYPES, ...others]);

/** Refuses requests that accept neither JSON nor another media type of the route. */
export function requireJson(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    const media = request.routeOptions.config.media?.flatMap((type) => [type, type.replace(/;.*/, '')]);
    done(takesJson(request.headers.accept, media) ? undefined : notAcceptable());
  });
}

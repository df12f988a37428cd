import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { isDamage, isDatabaseOutage, isDiskFull, isUnwritable } from '../db/outage.ts';
import {
  type ApiError,
  damagedData,
  databaseUnavailable,
  diskFull,
  diskUnwritable,
  type ErrorResponse,
  internal,
  notFound,
  refusalIn,
  tooLarge,
  unreadable,
  unsupportedMediaType,
} from '../errors.ts';

/** Converts every failure of a request, including those of Fastify, to an error of the contract. */
export function handleErrors(app: FastifyInstance) {
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  // Before the body is read: an unknown path is 404 for any body.
  app.addHook('onRequest', (request, _reply, done) => done(request.is404 ? notFound() : undefined));
  app.setErrorHandler(async (error: unknown, request, reply) => {
    const { status, body, headers } = responseTo(error, request);
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-store', ...headers })
      .send(body);
  });
}

/** Returns the response to a failed request. Logs a defect. */
export function responseTo(error: unknown, request: FastifyRequest): ErrorResponse {
  const refusal = asRefusal(error, request.headers['content-type']);
  if (refusal === undefined) request.log.error({ err: error }, 'request failed');
  else if (isDamage(error) || isDiskFull(error) || isUnwritable(error))
    request.log.error({ err: error }, 'storage failed');
  return (refusal ?? internal(request.id)).response;
}

/** Returns the refusal for a failure of the database or its disk; `undefined` for other errors. */
export function storageRefusal(error: unknown): ApiError | undefined {
  if (isDiskFull(error)) return diskFull();
  if (isUnwritable(error)) return diskUnwritable();
  if (isDamage(error)) return damagedData();
  return isDatabaseOutage(error) ? databaseUnavailable() : undefined;
}

/** Returns the refusal for an error; `undefined` for a defect. */
function asRefusal(error: unknown, contentType = ''): ApiError | undefined {
  const knownRefusal = refusalIn(error);
  if (knownRefusal !== undefined) return knownRefusal;
  const { code, statusCode = 500 } = Object(error) as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge();
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaType(contentType);
  return storageRefusal(error) ?? (statusCode < 500 ? unreadable('Запрос составлен неверно.') : undefined);
}

import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { escapeBrokenPath } from './broken-escapes.ts';
import { describeError } from './error-log.ts';
import { newRequestId } from './request-log.ts';

export type HttpSettings = {
  /** `silent` for none. */
  logLevel: string;
  /** Proxies whose X-Forwarded-For is believed: addresses, networks, or names such as `loopback`. */
  trustProxy: readonly string[];
  /** Takes the lines of the log; standard output when left out. */
  onLog?: (line: string) => void;
  /** Limit for a request to arrive, in milliseconds; 30 s when left out. */
  arrivalMs?: number;
};

const KIB = 1024;
/** Delay, beyond that limit, within which it is cut off. */
const CHECK_MS = 1000;
const JSON_TYPE = 'application/json; charset=utf-8';
const MALFORMED = 'Запрос составлен неверно.';

/** A server without routes. Bodies: at most 64 KiB; a request: at most 30 s to arrive. */
export function createHttp(settings: HttpSettings): FastifyInstance {
  const { logLevel, trustProxy, onLog, arrivalMs = 30_000 } = settings;
  return fastify({
    logger: {
      level: logLevel,
      base: null,
      serializers: { err: describeError },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      ...(onLog && { stream: { write: onLog } }),
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'id' }),
    // The contract's schemas judge what comes in and goes out: the libraries that Fastify has for it are not even read.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    rewriteUrl: ({ url = '/' }) => escapeBrokenPath(url),
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy: trustProxy.length > 0 && [...trustProxy],
    bodyLimit: 64 * KIB,
    requestTimeout: arrivalMs,
    // Node takes the longer of its two limits for the whole request: they must be one. It looks every 30 s if not told otherwise.
    http: {
      requestTimeout: arrivalMs,
      headersTimeout: arrivalMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, arrivalMs),
    },
    // Requests that came before the end are still answered.
    return503OnClosing: false,
    // What is too long to be a code or an id is not found, like any other that nobody has.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * KIB },
    frameworkErrors: (_error, request, { raw }) => {
      const body = JSON.stringify({ detail: MALFORMED });
      const headers = { 'content-type': JSON_TYPE, 'cache-control': 'no-store', 'x-request-id': request.id };
      raw.writeHead(400, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    },
    clientErrorHandler: answerGarbage,
  });
}

function noSchemas(): never {
  throw new Error('a route has a schema of its own: it belongs into the contract');
}

/** Answers input that never reaches a route: no HTTP, too many headers, too slow. */
function answerGarbage(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
  const [status, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'Заголовки запроса слишком велики.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'Запрос не пришел целиком за отведенное время.']
        : ['400 Bad Request', MALFORMED];
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: ${JSON_TYPE}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  // Whoever goes on sending does not keep the connection.
  setTimeout(() => socket.destroy(), CHECK_MS).unref();
  return;
}

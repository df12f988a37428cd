import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { escapeBrokenPath } from './broken-escapes.ts';
import { describeError } from './error-log.ts';
import { newRequestId } from './request-log.ts';

export type HttpSettings = {
  /** `silent` disables the log. */
  logLevel: string;
  /** Proxies whose X-Forwarded-For is trusted: addresses, networks, or names such as `loopback`. */
  trustProxy: readonly string[];
  /** Receives the lines of the log. Default: standard output. */
  onLog?: (line: string) => void;
  /** Time limit for receiving a request, in milliseconds. Default: 30 s. */
  arrivalMs?: number;
};

const KIB = 1024;
/** Maximum delay between that limit and the disconnection. */
const CHECK_MS = 1000;
const JSON_TYPE = 'application/json; charset=utf-8';
const MALFORMED = 'Запрос составлен неверно.';

/** Creates a server without routes. Bodies are limited to 64 KiB, and a request must arrive within 30 s. */
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
    // The schemas of the contract validate input and output, so Fastify's validation libraries are not loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    rewriteUrl: ({ url = '/' }) => escapeBrokenPath(url),
    genReqId: newRequestId,
    requestIdHeader: false,
    trustProxy: trustProxy.length > 0 && [...trustProxy],
    bodyLimit: 64 * KIB,
    requestTimeout: arrivalMs,
    // Node applies the longer of its two limits to the whole request, so both are equal. By default it checks only every 30 s.
    http: {
      requestTimeout: arrivalMs,
      headersTimeout: arrivalMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, arrivalMs),
    },
    // Requests that arrive during shutdown still get a response.
    return503OnClosing: false,
    // A path parameter that is too long for a code or an id gets the same 404 as an unknown one.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16 * KIB },
    frameworkErrors: (_error, request, { raw }) => {
      const body = JSON.stringify({ detail: MALFORMED });
      const headers = { 'content-type': JSON_TYPE, 'cache-control': 'no-store', 'x-request-id': request.id };
      raw.writeHead(400, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    },
    clientErrorHandler: respondToMalformedRequest,
  });
}

function noSchemas(): never {
  throw new Error('Route schemas are not supported: define the schema in the contract.');
}

/** Responds to input that never reaches a route: invalid HTTP, too many headers, or a timeout. */
function respondToMalformedRequest(error: Error & { code?: string }, socket: Socket) {
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
  // Closes the connection even if the client keeps sending.
  setTimeout(() => socket.destroy(), CHECK_MS).unref();
  return;
}

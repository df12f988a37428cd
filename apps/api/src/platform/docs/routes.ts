import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { routes } from '@referral-dashboard/api-contract';
import { openApi } from '@referral-dashboard/api-contract/openapi';
import type { FastifyInstance } from 'fastify';
import { type CachedFile, etagOf, sendCached } from '../http/content/send-cached.ts';
import { answerRoute } from '../http/route.ts';
import { DOCS_POLICY, docsPage } from './page.ts';

const CACHE_CONTROL = 'no-cache';
const BROTLI_QUALITY = 9;

/** Builds a value at the first call. At the start of the process it would take a tenth of the startup time. */
const lazily = <Value>(build: () => Value) => {
  let value: Value | undefined;
  return () => (value ??= build());
};

const [brotliOf, gzipOf] = [promisify(brotliCompress), promisify(gzip)];

async function compressed(type: string, text: string): Promise<CachedFile> {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, zipped] = await Promise.all([brotliOf(identity, { params }), gzipOf(identity)]);
  return { type, etag: etagOf(identity), identity, br, gzip: zipped };
}

const description = lazily(() => openApi(routes));
const schemaFile = lazily(() => compressed('application/json; charset=utf-8', JSON.stringify(description())));
const pageFile = lazily(() =>
  compressed('text/html; charset=utf-8', docsPage(Object.values(routes), description())),
);

/** Serves the OpenAPI description as JSON. It is built once per process. */
export function schemaRoutes(app: FastifyInstance) {
  answerRoute(app, routes.schema, async ({ request }, reply) =>
    sendCached(await schemaFile(), CACHE_CONTROL, request, reply),
  );
}

/** Serves the description of the API as an HTML page. */
export function docsRoutes(app: FastifyInstance) {
  app.get('/api/docs/', { config: { access: 'public' } }, async (request, reply) => {
    reply.header('content-security-policy', DOCS_POLICY);
    return sendCached(await pageFile(), CACHE_CONTROL, request, reply);
  });
}

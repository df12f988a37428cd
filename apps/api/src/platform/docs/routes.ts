import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { routes } from '@referral-dashboard/api-contract';
import { openApi } from '@referral-dashboard/api-contract/openapi';
import type { FastifyInstance } from 'fastify';
import { type CachedFile, computeEtag, sendCached } from '../http/content/send-cached.ts';
import { handleRoute } from '../http/route.ts';
import { DOCS_PAGE, DOCS_POLICY } from './page.ts';

const CACHE_CONTROL = 'no-cache';
const BROTLI_QUALITY = 9;

/** Builds a value at the first call. At the start of the process it would take a tenth of the startup time. */
const memoize = <Value>(build: () => Value) => {
  let value: Value | undefined;
  return () => (value ??= build());
};

const [brotliOf, gzipOf] = [promisify(brotliCompress), promisify(gzip)];

async function compressed(type: string, text: string): Promise<CachedFile> {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, zipped] = await Promise.all([brotliOf(identity, { params }), gzipOf(identity)]);
  return { type, etag: computeEtag(identity), identity, br, gzip: zipped };
}

const readAsset = async (type: string, url: string) => compressed(type, await readFile(new URL(url), 'utf8'));

const [CSS, HTML] = ['text/css; charset=utf-8', 'text/html; charset=utf-8'];
const [JS, JSON_TYPE] = ['text/javascript; charset=utf-8', 'application/json; charset=utf-8'];
const schemaFile = memoize(() => compressed(JSON_TYPE, JSON.stringify(openApi(routes))));
const docsFiles = {
  '': memoize(() => compressed(HTML, DOCS_PAGE)),
  'swagger-ui.css': memoize(() => readAsset(CSS, import.meta.resolve('swagger-ui-dist/swagger-ui.css'))),
  'swagger-ui-bundle.js': memoize(() =>
    readAsset(JS, import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  ),
};

/** Serves the OpenAPI description as JSON. It is built once per process. */
export function schemaRoutes(app: FastifyInstance) {
  handleRoute(app, routes.schema, async ({ request }, reply) =>
    sendCached(await schemaFile(), CACHE_CONTROL, request, reply),
  );
}

/** Serves the description of the API as a page, with the files of Swagger UI. */
export function docsRoutes(app: FastifyInstance) {
  for (const [name, file] of Object.entries(docsFiles))
    app.get(`/api/docs/${name}`, { config: { access: 'public' } }, async (request, reply) => {
      reply.header('content-security-policy', DOCS_POLICY);
      return sendCached(await file(), CACHE_CONTROL, request, reply);
    });
}

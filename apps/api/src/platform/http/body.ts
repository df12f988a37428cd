import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unreadable } from '../errors.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Media types that a body may have. */
export const MEDIA_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
] as const;

/** Reads bodies of the three media types into a value; an empty body is `undefined`. */
export function readBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  const [json, urlencoded, multipart] = MEDIA_TYPES;
  app.addContentTypeParser(json, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    fromJson(body),
  );
  app.addContentTypeParser(urlencoded, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    Object.fromEntries(new URLSearchParams(body.toString())),
  );
  app.addContentTypeParser(multipart, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    fromMultipart(request.headers['content-type'] ?? '', body),
  );
}

function fromJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(decoder.decode(body));
  } catch (cause) {
    throw unreadable(
      cause instanceof SyntaxError
        ? 'Тело запроса не является правильным JSON.'
        : 'Тело запроса записано не в кодировке UTF-8.',
    );
  }
}

async function fromMultipart(type: string, body: Buffer): Promise<unknown> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    return Object.fromEntries(form);
  } catch {
    throw unreadable('Тело запроса не является правильной формой.');
  }
}

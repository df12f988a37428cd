import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unreadable } from '../errors.ts';

/** Accepted media types of bodies. */
export const MEDIA_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
] as const;

/** Parses bodies of the three media types. An empty body is `undefined`. */
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
  if (!isUtf8(body)) throw unreadable('Тело запроса записано не в кодировке UTF-8.');
  try {
    return JSON.parse(body.toString());
  } catch {
    throw unreadable('Тело запроса не является правильным JSON.');
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

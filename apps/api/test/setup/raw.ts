import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ClientResponse } from './client.ts';
import { expectRussian } from './russian.ts';

type RawRequest = { method: string; path: string; headers?: OutgoingHttpHeaders; body?: string };

/** Sends a request that `fetch` rejects, such as one with an invalid path or a GET with a body. */
export async function rawRequest(
  server: { url: string },
  { method, path, headers = {}, body = '' }: RawRequest,
): Promise<ClientResponse> {
  const { hostname, port } = new URL(server.url);
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const outgoing = request({
    hostname,
    port,
    method,
    path,
    agent: false,
    headers: { ...headers, ...length },
  });
  const response = new Promise<{ status: number; text: string; headers: IncomingHttpHeaders }>(
    (resolve, reject) => {
      outgoing.on('error', reject);
      outgoing.on('response', async (incoming) =>
        resolve({ status: incoming.statusCode ?? 0, text: await text(incoming), headers: incoming.headers }),
      );
    },
  );
  outgoing.end(body);
  const result = await response;
  const isJson = result.headers['content-type']?.startsWith('application/json') && result.text !== '';
  const content: unknown = isJson ? JSON.parse(result.text) : result.text;
  if (isJson) expectRussian(result.status, content, `${method} ${path.slice(0, 80)}`);
  return { status: result.status, body: content, headers: new Headers() };
}

import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Answer } from './client.ts';
import { expectRussian } from './russian.ts';

type RawRequest = { method: string; path: string; headers?: OutgoingHttpHeaders; body?: string };

/** A request as `fetch` would not send it: with a broken path, or a body where none is due. */
export async function rawRequest(
  server: { url: string },
  { method, path, headers = {}, body = '' }: RawRequest,
): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const sent = request({ hostname, port, method, path, agent: false, headers: { ...headers, ...length } });
  const answered = new Promise<{ status: number; text: string; headers: IncomingHttpHeaders }>(
    (resolve, reject) => {
      sent.on('error', reject);
      sent.on('response', async (response) =>
        resolve({ status: response.statusCode ?? 0, text: await text(response), headers: response.headers }),
      );
    },
  );
  sent.end(body);
  const answer = await answered;
  const isJson = answer.headers['content-type']?.startsWith('application/json') && answer.text !== '';
  const read: unknown = isJson ? JSON.parse(answer.text) : answer.text;
  if (isJson) expectRussian(answer.status, read, `${method} ${path.slice(0, 80)}`);
  return { status: answer.status, body: read, headers: new Headers() };
}

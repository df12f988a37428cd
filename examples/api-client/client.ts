import { setTimeout as pause } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from './schema.ts';

const { SITE = '', KEY = '' } = process.env;
const ATTEMPTS = 4;

const isTemporary = ({ status }: Response) => status === 429 || status >= 500;

/** Repeats a call that failed for the moment. Calls without an idempotency key are repeated only when they change nothing. */
async function send(request: Request): Promise<Response> {
  const isRepeatable = request.method === 'GET' || request.headers.has('Idempotency-Key');
  for (let attempt = 1; ; attempt += 1) {
    const isLast = !isRepeatable || attempt === ATTEMPTS;
    try {
      const response = await fetch(request.clone());
      if (isLast || !isTemporary(response)) return response;
      await pause(1000 * Number(response.headers.get('Retry-After') ?? attempt));
    } catch (error) {
      if (isLast) throw error;
      await pause(1000 * attempt);
    }
  }
}

/** Paths, parameters and responses are typed by the document of the server. */
export const api = createClient<paths>({
  baseUrl: SITE,
  headers: { Authorization: `Bearer ${KEY}` },
  fetch: send,
});

/** Returns the data of a response. @throws Error with the message of the server. */
export function unwrap<Data>({
  data,
  error,
  response,
}: {
  data?: Data;
  error?: unknown;
  response: Response;
}): Data {
  if (data === undefined) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`);
  return data;
}

import { AuthError, type FieldErrors } from './errors.ts';
import type { ResponseLike } from './platform.ts';

/** An answer of the API, read to its end; or none, then the status is 0. */
export interface Answer {
  readonly status: number;
  /** `null` when empty, `undefined` when it was not JSON. */
  readonly body?: unknown;
  /** Seconds, from either form of `Retry-After`. */
  readonly retryAfter?: number | null;
  /** Why there was no answer. */
  readonly cause?: unknown;
}

export type Json = { readonly detail?: unknown; readonly [name: string]: unknown };

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function seconds(header: string | null): number | null {
  const wait = Number(header) || (Date.parse(header ?? '') - Date.now()) / 1000;
  return wait > 0 ? Math.ceil(wait) : null;
}

export async function read(response: ResponseLike): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    body: text ? parseJson(text) : null,
    retryAfter: seconds(response.headers.get('Retry-After')),
  };
}

function fieldErrorsOf(body: Json): FieldErrors {
  const fields = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.filter((sentence) => typeof sentence === 'string') : [],
  ]);
  return Object.fromEntries(fields.filter(([, sentences]) => sentences?.length));
}

/** A 4xx that the API itself gave is a verdict; anything else says only that it could not be asked. */
const isVerdict = ({ status, body }: Answer) =>
  status >= 400 && status < 500 && status !== 408 && status !== 429 && body !== undefined;

/** The error an answer stands for; `sentence` is shown when it has no `detail`. */
export function failure(answer: Answer, sentence: string): AuthError {
  const { status, retryAfter, cause } = answer;
  const body = isObject(answer.body) ? answer.body : ({} as Json);
  const detail = typeof body.detail === 'string' && body.detail ? body.detail : null;
  return new AuthError(isVerdict(answer) ? 'refused' : 'unreachable', detail ?? sentence, {
    status: status || null,
    detail,
    retryAfter,
    fieldErrors: fieldErrorsOf(body),
    // The text itself stays out: a broken answer may hold tokens.
    cause: cause ?? new Error(`HTTP ${status}${answer.body === undefined ? ', not JSON' : ''}`),
  });
}

/** What `parse` finds in a successful answer; throws {@link failure} for any other. */
export function expect<T>(answer: Answer, sentence: string, parse: (body: unknown) => T | null): T {
  const value = answer.status >= 200 && answer.status < 300 ? parse(answer.body) : null;
  if (value === null) throw failure(answer, sentence);
  return value;
}

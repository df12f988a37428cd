import { AuthError, type FieldErrors } from './errors.ts';
import type { ResponseLike } from './platform.ts';

/** An answer of the API, read to its end; or none, then the status is 0. */
export interface Answer {
  readonly status: number;
  readonly ok?: boolean;
  /** `null` when empty, `undefined` when it was not JSON. */
  readonly body?: unknown;
  /** Seconds, from either form of `Retry-After`. */
  readonly retryAfter?: number | null;
  /** Why there was no answer. */
  readonly cause?: unknown;
}

export type Json = { readonly detail?: unknown; readonly [name: string]: unknown };

/** The value if it is a JSON object. */
export const objectOf = (value: unknown): Json | null =>
  typeof value === 'object' && !Array.isArray(value) ? (value as Json | null) : null;

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

function seconds(header: string | null): number | null {
  const wait = Number(header) || (Date.parse(`${header}`) - Date.now()) / 1000;
  return wait > 0 ? Math.ceil(wait) : null;
}

export async function read(response: ResponseLike): Promise<Answer> {
  const text = await response.text();
  return {
    status: response.status,
    ok: response.ok,
    body: text ? parseJson(text) : null,
    retryAfter: seconds(response.headers.get('Retry-After')),
  };
}

/** The error an answer stands for; `sentence` is shown when it has no `detail`. */
export function failure({ status, body, retryAfter = null, cause }: Answer, sentence: string): AuthError {
  // A 4xx that the API itself gave is a verdict; anything else says only that it could not be asked.
  const refused = /^4(?!08|29)/.test(`${status}`) && body !== undefined;
  const fields = objectOf(body) ?? {};
  const detail = (typeof fields.detail === 'string' && fields.detail) || null;
  return new AuthError(refused ? 'refused' : 'unreachable', detail ?? sentence, {
    status: status || null,
    detail,
    retryAfter,
    fieldErrors: Object.fromEntries(
      Object.entries(fields).filter(
        ([, value]) => Array.isArray(value) && value.every((sentence) => typeof sentence === 'string'),
      ),
    ) as FieldErrors,
    // The text itself stays out: a broken answer may hold tokens.
    cause: cause ?? new Error(`HTTP ${status}`),
  });
}

/** What `parse` finds in a successful answer; throws {@link failure} for any other. */
export function expect<T>(answer: Answer, sentence: string, parse: (body: unknown) => T | null): T {
  const value = answer.ok ? parse(answer.body) : null;
  if (value === null) throw failure(answer, sentence);
  return value;
}

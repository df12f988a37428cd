import type { Backend } from './backend.ts';
import { AuthError, type FieldErrors } from './errors.ts';
import type { AnyResponse, ResponseLike } from './platform.ts';
import type { Timers } from './timers.ts';

/** The value if it is a JSON object. */
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown> | null) : null;

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The longest that the text of a failed answer is waited for, in milliseconds. */
const TEXT_MS = 2_000;

/** The JSON of an answer: `null` when empty, `undefined` when it is none, or does not end. */
export async function bodyOf(response: ResponseLike, timers: Timers): Promise<unknown> {
  // An error of axios has the body read already.
  if (!response.text) return (response as { data?: unknown }).data;
  let stop = () => {};
  const late = new Promise<undefined>((resolve) => {
    stop = timers.after(TEXT_MS, () => resolve(undefined));
  });
  const text = await Promise.race([response.text().catch(() => undefined), late]);
  stop();
  return text ? parseJson(text) : text === '' ? null : undefined;
}

/** The answer that an adapter has thrown, as it is or inside an error of its own. */
export function responseOf(thrown: unknown): ResponseLike | undefined {
  const { status, response } = (thrown ?? {}) as { status?: unknown; response?: ResponseLike };
  return typeof status === 'number' ? (thrown as ResponseLike) : response;
}

function seconds(header: string | null | undefined): number | null {
  const wait = Number(header) || (Date.parse(`${header}`) - Date.now()) / 1000;
  return wait > 0 ? Math.ceil(wait) : null;
}

const isSentences = (value: unknown) =>
  Array.isArray(value) && value.every((sentence) => typeof sentence === 'string');

type Reader = NonNullable<Backend['readError']>;

/** `detail`, and lists of sentences by field, as Django REST framework answers. */
const readDetail: Reader = (_, body) => {
  const { detail, ...fields } = objectOf(body) ?? {};
  return {
    message: typeof detail === 'string' ? detail : undefined,
    fieldErrors: Object.fromEntries(
      Object.entries(fields).filter(([, value]) => isSentences(value)),
    ) as FieldErrors,
  };
};

/** A 4xx that the API itself gave is a verdict; anything else says only that it could not be asked. */
const REFUSALS = /^4(?!08|29)/;

/** The error that an answer, or none, stands for; without a message where the answer has none. */
export function failureOf(
  response: ResponseLike | undefined,
  body: unknown,
  readError: Reader = readDetail,
  refusals = REFUSALS,
  cause?: unknown,
): AuthError {
  const status = response?.status ?? null;
  const isRefused = refusals.test(`${status}`) && body !== undefined;
  let read: ReturnType<Reader> = {};
  try {
    read = readError(response as AnyResponse, body) ?? read;
  } catch {}
  const detail = read.message || null;
  return new AuthError(isRefused ? 'refused' : 'unreachable', detail ?? '', {
    status,
    detail,
    retryAfter: seconds(response?.headers?.get('Retry-After')),
    fieldErrors: read.fieldErrors ?? {},
    // The text itself stays out: a broken answer may hold tokens.
    cause: cause ?? new Error(`HTTP ${status}`),
  });
}

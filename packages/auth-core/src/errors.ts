/**
 * Owns `AuthError`, the only error this package rejects with, the fallback sentences,
 * and the reading of an unsuccessful response.
 */
import { type AnyResponse, objectOf, parseJson } from './platform.ts';

/**
 * Why a call failed. `refused`: the server said no. `unreachable`: no usable response, retry later. `superseded`: a later
 * login, logout or another user overtook the call. `misconfigured`: the program is wrong. `disposed`: used after `dispose()`.
 */
export type AuthErrorCode = 'refused' | 'unreachable' | 'superseded' | 'misconfigured' | 'disposed';

/** Sentences of the server by field name; `non_field_errors` belongs to no field. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export interface AuthErrorDetails {
  readonly status?: number | null;
  readonly detail?: string | null;
  readonly fieldErrors?: FieldErrors;
  readonly retryAfter?: number | null;
  readonly cause?: unknown;
}

/** Holds no token, password or phone number. */
export class AuthError extends Error {
  declare readonly code: AuthErrorCode;
  /** HTTP status of the response; `null` without one. */
  declare readonly status: number | null;
  /** The `detail` of the response, verbatim; `null` without one. `message` then is a fallback sentence. */
  declare readonly detail: string | null;
  /** Empty when the response named no field. */
  declare readonly fieldErrors: FieldErrors;
  /** Seconds the server asked to wait (`Retry-After`); `null` when it did not. */
  declare readonly retryAfter: number | null;

  /** @param message Fit to show to the user, except for `misconfigured`. */
  constructor(code: AuthErrorCode, message: string, details: AuthErrorDetails = {}) {
    super(message, details);
    const blank = { status: null, detail: null, fieldErrors: {}, retryAfter: null };
    Object.assign(this, { name: 'AuthError', code }, blank, details);
  }
}

/** Recognizes an `AuthError`, including one of another copy of this package. Other libraries have errors of that name. */
export const isAuthError = (error: unknown): error is AuthError =>
  error instanceof Error &&
  error.name === 'AuthError' &&
  /^(refused|unreachable|superseded|misconfigured|disposed)$/.test(`${(error as AuthError).code}`);

/** Sentences shown to users where the server gave none. */
export interface Messages {
  /** A login failed or was superseded. */
  readonly login: string;
  /** The user could not be loaded. */
  readonly user: string;
  /** The profile could not be saved. */
  readonly profile: string;
  /** The server could not be reached. */
  readonly unreachable: string;
}

/** Some of the sentences, or a function called for each error; `undefined` selects the default sentence. */
export type MessagesOption =
  | Partial<Messages>
  | ((error: AuthError, call: keyof Messages) => string | undefined);

const defaultMessages: Messages = {
  login: 'Sign-in failed',
  user: 'The user could not be loaded',
  profile: 'Saving failed',
  unreachable: 'The server cannot be reached',
};

/** Gives the error a sentence to show, unless the server or the backend gave one. */
export function describe(error: AuthError, call: keyof Messages, messages?: MessagesOption): AuthError {
  if (!/^(HTTP \d+)?$/.test(error.message)) return error;
  let sentence: string | undefined;
  try {
    sentence = typeof messages === 'function' ? messages(error, call) : messages?.[call];
  } catch {}
  error.message = sentence ?? defaultMessages[call];
  return error;
}

function seconds(header: string | null | undefined): number | null {
  const wait = Number(header) || (Date.parse(`${header}`) - Date.now()) / 1000;
  return wait > 0 ? Math.ceil(wait) : null;
}

const isSentences = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((sentence) => typeof sentence === 'string');

/**
 * The error of an unsuccessful response, with `detail` and field errors as Django REST framework sends them. `refused` for
 * a 4xx with JSON or an empty body, except 408 and 429; otherwise `unreachable`.
 */
export async function responseError(response: AnyResponse): Promise<AuthError> {
  const { status, headers } = response;
  // `undefined`: not JSON, or cut off.
  const text = await response.text().catch(() => '<');
  const body = text ? parseJson(text) : null;
  const { detail: given, ...fields } = objectOf(body) ?? {};
  const detail = (typeof given === 'string' && given) || null;
  const isRefused = /^4(?!08|29)/.test(`${status}`) && body !== undefined;
  return new AuthError(isRefused ? 'refused' : 'unreachable', detail ?? `HTTP ${status}`, {
    status,
    detail,
    retryAfter: seconds(headers?.get('Retry-After')),
    fieldErrors: Object.fromEntries(
      Object.entries(fields).filter((entry): entry is [string, string[]] => isSentences(entry[1])),
    ),
    // The body stays out: a broken response may hold tokens.
    cause: new Error(`HTTP ${status}`),
  });
}

/**
 * Why a call failed. The list is closed.
 *
 * - `refused`: the server said no (a 4xx answer other than 408 and 429).
 * - `unreachable`: there is no verdict: no connection, no answer in time, 408, 429, 5xx, or an answer
 *   this API does not give (HTML from a proxy, a success without what was asked for).
 * - `superseded`: a later login, a logout or another user overtook the call; its answer was dropped.
 * - `misconfigured`: the program is wrong: the base address cannot be used here, or answers have other fields
 *   than the back end expects. The message is in English and names both.
 * - `disposed`: the instance was disposed of.
 */
export type AuthErrorCode = 'refused' | 'unreachable' | 'superseded' | 'misconfigured' | 'disposed';

export interface AuthErrorDetails {
  readonly status?: number | null;
  readonly detail?: string | null;
  readonly fieldErrors?: FieldErrors;
  readonly retryAfter?: number | null;
  readonly cause?: unknown;
}

/** Sentences of the server by field name; `non_field_errors` belongs to no field. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The one error this package rejects with. Holds no token, password or phone number. */
export class AuthError extends Error {
  declare readonly code: AuthErrorCode;
  /** HTTP status of the answer; `null` when there was none. */
  declare readonly status: number | null;
  /** The answer's `detail`, word for word; `null` when it had none. `message` falls back to a sentence. */
  declare readonly detail: string | null;
  /** Empty when the answer named no field. */
  declare readonly fieldErrors: FieldErrors;
  /** Seconds the server asked to wait (`Retry-After`); `null` when it did not. */
  declare readonly retryAfter: number | null;

  /** `message` is fit to show. */
  constructor(code: AuthErrorCode, message: string, details: AuthErrorDetails = {}) {
    super(message, details);
    const blank = { status: null, detail: null, fieldErrors: {}, retryAfter: null };
    Object.assign(this, { name: 'AuthError', code }, blank, details);
  }
}

/** Tells an `AuthError`, also one of another copy of this package. */
export const isAuthError = (error: unknown): error is AuthError =>
  error instanceof Error && error.name === 'AuthError';

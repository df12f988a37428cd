import type { FieldErrors } from '@referral-dashboard/api-contract';

type FailureFields = {
  /** HTTP status; `null` without a response. */
  status: number | null;
  /** Error code of the contract, e.g. `version_conflict`; `null` without a code. */
  code: string | null;
  /** Error message of the server, shown unchanged; `null` without a message. */
  detail: string | null;
  /** Error messages by field of the body. */
  fieldErrors: FieldErrors;
  /** Incident number of the error in the server log. */
  incident: string | null;
  /** Current state of the object. `allowed` lists the states it can move to. Both are set on 409 responses. */
  current: string | null;
  allowed: readonly string[];
  /** Seconds from the `Retry-After` header. */
  retryAfter: number | null;
  /** The complete response body, for fields that only one endpoint returns, e.g. `missing_kop`, `blockers`. */
  body: Readonly<Record<string, unknown>>;
};

const DEFAULTS: FailureFields = {
  status: null,
  code: null,
  detail: null,
  fieldErrors: {},
  incident: null,
  current: null,
  allowed: [],
  retryAfter: null,
  body: {},
};

/** Error of an API call. An aborted call rejects with the abort error instead. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  declare readonly status: FailureFields['status'];
  declare readonly code: FailureFields['code'];
  declare readonly detail: FailureFields['detail'];
  declare readonly fieldErrors: FailureFields['fieldErrors'];
  declare readonly incident: FailureFields['incident'];
  declare readonly current: FailureFields['current'];
  declare readonly allowed: FailureFields['allowed'];
  declare readonly retryAfter: FailureFields['retryAfter'];
  declare readonly body: FailureFields['body'];

  constructor(fields: Partial<FailureFields>, cause?: unknown) {
    super(fields.detail ?? `answered ${fields.status ?? 'nothing'}`, { cause });
    Object.assign(this, DEFAULTS, fields);
  }
}

export const isApiFailure = (error: unknown): error is ApiFailure => error instanceof ApiFailure;

const CONFLICT_CODES = ['version_conflict', 'invalid_transition'];

/** Whether the change was rejected because another user changed the object first. */
export const isConflict = (error: unknown): error is ApiFailure =>
  isApiFailure(error) && CONFLICT_CODES.includes(error.code ?? '');

/** Whether a retry may succeed: no response, 429 or 5xx. */
export const isRetryable = (error: unknown) =>
  isApiFailure(error) && (error.status === null || error.status === 429 || error.status >= 500);

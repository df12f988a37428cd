import type { FieldErrors } from '@referral-dashboard/api-contract';

type Facts = {
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
  answer: Readonly<Record<string, unknown>>;
};

const NOTHING: Facts = {
  status: null,
  code: null,
  detail: null,
  fieldErrors: {},
  incident: null,
  current: null,
  allowed: [],
  retryAfter: null,
  answer: {},
};

/** Error of an API call. An aborted call rejects with the abort error instead. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  declare readonly status: Facts['status'];
  declare readonly code: Facts['code'];
  declare readonly detail: Facts['detail'];
  declare readonly fieldErrors: Facts['fieldErrors'];
  declare readonly incident: Facts['incident'];
  declare readonly current: Facts['current'];
  declare readonly allowed: Facts['allowed'];
  declare readonly retryAfter: Facts['retryAfter'];
  declare readonly answer: Facts['answer'];

  constructor(facts: Partial<Facts>, cause?: unknown) {
    super(facts.detail ?? `answered ${facts.status ?? 'nothing'}`, { cause });
    Object.assign(this, NOTHING, facts);
  }
}

export const isApiFailure = (error: unknown): error is ApiFailure => error instanceof ApiFailure;

const OVERTAKEN = ['version_conflict', 'invalid_transition'];

/** Whether the change was rejected because another user changed the object first. */
export const isOvertaken = (error: unknown): error is ApiFailure =>
  isApiFailure(error) && OVERTAKEN.includes(error.code ?? '');

/** Whether a retry may succeed: no response, 429 or 5xx. */
export const isPassing = (error: unknown) =>
  isApiFailure(error) && (error.status === null || error.status === 429 || error.status >= 500);

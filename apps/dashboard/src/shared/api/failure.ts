import type { FieldErrors } from '@referral-dashboard/api-contract';

type Facts = {
  /** HTTP status of the answer; `null` when there was none. */
  status: number | null;
  /** The contract's code, such as `version_conflict`; `null` when the answer had none. */
  code: string | null;
  /** The server's own sentence, word for word; `null` when it gave none. */
  detail: string | null;
  /** Sentences by field of the body; empty when the answer named no field. */
  fieldErrors: FieldErrors;
  /** Number under which the server's log has the cause. */
  incident: string | null;
  /** State of the object and the states it may move to; set with 409. */
  current: string | null;
  allowed: readonly string[];
  /** Seconds the server asked to wait. */
  retryAfter: number | null;
  /** All that the answer said, for what only one call says: `missing_kop`, `blockers`. */
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

/** Failure of a call of the API. Nothing else is thrown by one, except that the caller aborted it. */
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

/** Predicate: a change was refused because somebody else's came first. */
export const isOvertaken = (error: unknown): error is ApiFailure =>
  isApiFailure(error) && OVERTAKEN.includes(error.code ?? '');

/** No verdict: the same call may succeed a moment later. */
export const isPassing = (error: unknown) =>
  isApiFailure(error) && (error.status === null || error.status === 429 || error.status >= 500);

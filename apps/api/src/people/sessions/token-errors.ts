import { SESSION_END, type SessionEndReason } from '@referral-dashboard/api-contract';
import { unauthorized } from '../../platform/errors.ts';

/** Reasons for which a token is not believed. */
export type TokenProblem = 'invalid' | 'no-expiry' | 'no-id' | 'wrong-type' | 'spent';

const SENTENCES: Record<TokenProblem, string> = {
  invalid: 'Токен недействителен или просрочен',
  'no-expiry': 'Токен не содержит срока действия',
  'no-id': 'У токена нет идентификатора',
  'wrong-type': 'Токен имеет неправильный тип',
  spent: 'Токен занесен в черный список',
};

/** A token that is not believed. The answer depends on where the token came from. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly problem: TokenProblem;

  constructor(problem: TokenProblem, options?: ErrorOptions) {
    super(`token refused: ${problem}`, options);
    this.problem = problem;
  }
}

/** The sentence for people. */
export const sentenceOf = (problem: TokenProblem) => SENTENCES[problem];

/** 401 for a token in the body of verify and refresh. The holder of a genuine refresh token learns why its session ended. */
export const tokenRefused = (problem: TokenProblem, end?: SessionEndReason | null) =>
  unauthorized({ detail: sentenceOf(problem), code: 'token_not_valid' }, end ? { [SESSION_END]: end } : {});

/** 401 for a token in the `Authorization` header. */
export const accessRefused = (problem: TokenProblem) =>
  unauthorized({
    detail: 'Данный токен недействителен для любого типа токена',
    code: 'token_not_valid',
    messages: [{ token_class: 'AccessToken', token_type: 'access', message: sentenceOf(problem) }],
  });

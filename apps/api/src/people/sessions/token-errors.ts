import { SESSION_END, type SessionEndReason } from '@referral-dashboard/api-contract';
import { unauthorized } from '../../platform/errors.ts';

/** Reasons for refusing a token. */
export type TokenProblem = 'invalid' | 'no-expiry' | 'no-id' | 'wrong-type' | 'spent';

const SENTENCES: Record<TokenProblem, string> = {
  invalid: 'Токен недействителен или просрочен',
  'no-expiry': 'Токен не содержит срока действия',
  'no-id': 'У токена нет идентификатора',
  'wrong-type': 'Токен имеет неправильный тип',
  spent: 'Токен занесен в черный список',
};

/** Refusal of a token. The HTTP response depends on whether the token was in a header or in a body. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly problem: TokenProblem;

  constructor(problem: TokenProblem, options?: ErrorOptions) {
    super(`token refused: ${problem}`, options);
    this.problem = problem;
  }
}

/** Russian message for a problem. */
export const getTokenMessage = (problem: TokenProblem) => SENTENCES[problem];

/** Error 401 for a token in the body of verify or refresh. For a genuine refresh token it includes why the session ended. */
export const tokenRefused = (problem: TokenProblem, end?: SessionEndReason | null) =>
  unauthorized(
    { detail: getTokenMessage(problem), code: 'token_not_valid' },
    end ? { [SESSION_END]: end } : {},
  );

/** Error 401 for a token in the `Authorization` header. */
export const accessRefused = (problem: TokenProblem) =>
  unauthorized({
    detail: 'Данный токен недействителен для любого типа токена',
    code: 'token_not_valid',
    messages: [{ token_class: 'AccessToken', token_type: 'access', message: getTokenMessage(problem) }],
  });

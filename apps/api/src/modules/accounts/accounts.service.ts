import type { Person, ProfilePatch, TokenPair } from '@referral-dashboard/api-contract';
import type { Clock } from '../../platform/clock.ts';
import { invalid } from '../../platform/errors.ts';
import type { accountsRepo } from './accounts.repo.ts';
import type { RefreshEvent, Sessions } from './sessions.ts';
import { sentenceOf, TokenError, tokenRefused } from './token-errors.ts';
import type { Claims, Tokens } from './tokens.ts';

export type AccountsParts = {
  accounts: ReturnType<typeof accountsRepo>;
  sessions: Sessions;
  tokens: Tokens;
  clock: Clock;
  onRefresh: (event: RefreshEvent) => void;
};

export type AccountsService = ReturnType<typeof createAccountsService>;

/** Tokens and profiles. */
export function createAccountsService({ accounts, sessions, tokens, clock, onRefresh }: AccountsParts) {
  const read = (token: string, type?: 'refresh'): Claims => {
    try {
      return tokens.read(token, type);
    } catch (error) {
      throw error instanceof TokenError ? tokenRefused(error.problem) : error;
    }
  };

  return {
    /** @throws ApiError 401 */
    async refresh(token: string): Promise<TokenPair> {
      const { pair, ...event } = await sessions.refresh(read(token, 'refresh'));
      onRefresh(event);
      if (pair === undefined) throw tokenRefused('spent');
      return pair;
    },

    /** @throws ApiError 401, or 400 for a refresh token that was spent or revoked */
    async verify(token: string): Promise<void> {
      const claims = read(token);
      if (!(await sessions.isDead(claims))) return;
      if (claims.type === 'refresh') throw invalid({ non_field_errors: [sentenceOf('spent')] });
      throw tokenRefused('invalid');
    },

    updateProfile: (user: Person, patch: ProfilePatch): Promise<Person> =>
      Object.keys(patch).length === 0 ? Promise.resolve(user) : accounts.update(user.id, patch, clock()),
  };
}

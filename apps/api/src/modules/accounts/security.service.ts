import type { PasswordChange, Sessions as SessionList, User } from '@referral-dashboard/api-contract';
import type { Clock } from '../../platform/clock.ts';
import { invalid, noSuchObject } from '../../platform/errors.ts';
import type { accountsRepo } from './accounts.repo.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import type { SignInLimits } from './sign-in-limits.ts';

/** Whose security it is, in which session, from which network. */
export type Holder = { user: User; sessionId: string; network: string };

export type SecurityParts = {
  accounts: ReturnType<typeof accountsRepo>;
  sessions: Sessions;
  passwords: Passwords;
  limits: SignInLimits;
  clock: Clock;
};

export type SecurityService = ReturnType<typeof createSecurityService>;

/** What a person does about the own password and sessions. */
export function createSecurityService({ accounts, sessions, passwords, limits, clock }: SecurityParts) {
  return {
    /**
     * A new password for who knows the old one. Every other session of the person ends.
     *
     * @throws ApiError 400, 429 as sign-in does: whoever sits down at an open page shall not guess.
     */
    async changePassword({ user, sessionId, network }: Holder, given: PasswordChange) {
      const forgive = await limits.begin({ phone: user.phone, address: network });
      const account = await accounts.findByPhone(user.phone);
      if (!(await passwords.verify(account?.password_hash, given.current_password))) {
        throw invalid({ current_password: ['Неверный пароль.'] });
      }
      await forgive();
      if (given.new_password === given.current_password) {
        throw invalid({ new_password: ['Новый пароль совпадает с прежним.'] });
      }
      await accounts.setPassword(user.id, await passwords.hash(given.new_password), clock());
      await sessions.endOthers(user.id, sessionId);
    },

    /** The person's living sessions, the latest used first. */
    async list({ user, sessionId }: Holder): Promise<SessionList> {
      const living = await sessions.living(user.id);
      return {
        results: living.map(({ id, user_agent, created_at, refreshed_at }) => ({
          ...{ id, user_agent, is_current: id === sessionId },
          created_at: created_at.toISOString(),
          used_at: refreshed_at.toISOString(),
        })),
      };
    },

    async end({ user }: Holder, id: string) {
      if (!(await sessions.end(user.id, id))) throw noSuchObject();
    },

    endOthers: ({ user, sessionId }: Holder) => sessions.endOthers(user.id, sessionId),
  };
}

import type { PasswordChange, Person, Sessions as SessionList } from '@referral-dashboard/api-contract';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid, noSuchObject } from '../../platform/errors.ts';
import type { PasswordPolicy } from '../passwords/password-policy.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { accessRefused } from '../sessions/token-errors.ts';
import type { Credentials, VerifiedUser } from '../sign-in/credentials.ts';
import type { SignInLimits } from '../sign-in/sign-in-limits.ts';
import { accountsRepo } from './accounts.repo.ts';

/** User, session and network of a request about security. */
export type SessionHolder = { user: Person; sessionId: string; network: string };

export type SecurityDeps = {
  credentials: Credentials;
  sessions: Sessions;
  passwords: Passwords;
  policy: PasswordPolicy;
  limits: SignInLimits;
  clock: Clock;
};

export type SecurityService = ReturnType<typeof createSecurityService>;

/** Changes the caller's password and lists and ends the caller's sessions. */
export function createSecurityService(deps: SecurityDeps) {
  const { credentials, sessions, passwords, policy, limits, clock } = deps;

  /** Checks the rules for a new password. @throws ApiError 400 */
  async function checkNew(user: Person, { current_password, new_password }: PasswordChange) {
    const problem =
      new_password === current_password
        ? 'Новый пароль совпадает с прежним.'
        : await policy(new_password, user);
    if (problem !== undefined) throw invalid({ new_password: [problem] });
  }

  /**
   * Runs a job in a transaction that checks the caller's password and locks the caller's row.
   *
   * @throws ApiError 400 for a wrong password, 429 like sign-in.
   */
  async function withPassword<Result>(
    { user, network }: Omit<SessionHolder, 'sessionId'>,
    password: string,
    job: (trx: Db) => Promise<Result>,
  ): Promise<Result> {
    const outcome = await limits.guard({ phone: user.phone, address: network }, () =>
      credentials.use(user.phone, password, async (trx) => ({ result: await job(trx) })),
    );
    if (outcome === undefined) throw invalid({ password: ['Неверный пароль.'] });
    return outcome.result;
  }

  return {
    /**
     * Replaces the password and ends all other sessions of the user, including sessions that are being opened with the old password.
     *
     * @throws ApiError 400; 401 when the session has ended; 429 like sign-in, so that another person at an open page cannot guess the
     *   password.
     */
    async changePassword({ user, sessionId, network }: SessionHolder, change: PasswordChange) {
      const replace = (hash: string) => async (trx: Db, person: VerifiedUser) => {
        if (!(await sessions.isActive(trx, sessionId))) throw accessRefused('invalid');
        await accountsRepo(trx).setPassword(person.id, hash, clock());
        await accountsRepo(trx).endRecovery(person.id, clock());
        await sessions.endOthers(person.id, sessionId, 'password', trx);
        return true;
      };
      const result = await limits.guard({ phone: user.phone, address: network }, async () => {
        await checkNew(user, change);
        const hash = await passwords.hash(change.new_password);
        return credentials.use(user.phone, change.current_password, replace(hash));
      });
      if (result === undefined) throw invalid({ current_password: ['Неверный пароль.'] });
    },

    withPassword,

    /** Checks the caller's password. @throws ApiError 400 for a wrong password, 429 like sign-in. */
    checkPassword: (holder: Omit<SessionHolder, 'sessionId'>, password: string) =>
      withPassword(holder, password, async () => undefined),

    /** Active sessions of the user, the most recently used first. */
    async list({ user, sessionId }: SessionHolder): Promise<SessionList> {
      const active = await sessions.active(user.id);
      return {
        results: active.map(({ id, user_agent, created_at, refreshed_at }) => ({
          id,
          user_agent,
          is_current: id === sessionId,
          created_at: created_at.toISOString(),
          used_at: refreshed_at.toISOString(),
        })),
      };
    },

    async end({ user }: SessionHolder, id: string) {
      if (!(await sessions.end(user.id, id))) throw noSuchObject();
    },

    endOthers: ({ user, sessionId }: SessionHolder) => sessions.endOthers(user.id, sessionId),
  };
}

import type { TokenPair } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import { accountsRepo } from '../accounts/accounts.repo.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { PasswordPolicy } from './password-policy.ts';
import type { Passwords } from './passwords.ts';

export type RenewalDeps = {
  db: Db;
  clock: Clock;
  sessions: Sessions;
  passwords: Passwords;
  policy: PasswordPolicy;
};

/** User who gets a new password, with the fields that the password rules check. */
export type RecoveringUser = Parameters<PasswordPolicy>[1] & { id: string };

/** Sets new passwords for users that were authenticated by a link or a code instead of the old password. */
export function createPasswordRenewal({ db, clock, sessions, passwords, policy }: RenewalDeps) {
  /**
   * Sets a new password, ends all sessions of the user and opens a new one.
   *
   * @param allow checks again under the lock of the user's row, and throws to refuse.
   * @throws ApiError 400 for a password that breaks the rules, 503 when too many password computations wait.
   */
  return async (
    request: FastifyRequest,
    person: RecoveringUser,
    password: string,
    allow: (trx: Db) => Promise<void>,
  ): Promise<TokenPair> => {
    const problem = await policy(password, person);
    if (problem !== undefined) throw invalid({ password: [problem] });
    const hash = await passwords.hash(password);
    return db.transaction().execute(async (trx) => {
      await accountsRepo(trx).findLocked(person.id);
      await allow(trx);
      await accountsRepo(trx).setPassword(person.id, hash, clock());
      await accountsRepo(trx).endRecovery(person.id, clock());
      await sessions.revokeAll(person.id, 'password', trx);
      return sessions.open(trx, person.id, request.headers['user-agent'] ?? '');
    });
  };
}

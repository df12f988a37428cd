import type { TokenPair } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import { accountsRepo } from '../accounts/accounts.repo.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { PasswordPolicy } from './password-policy.ts';
import type { Passwords } from './passwords.ts';

export type RenewalParts = {
  db: Db;
  clock: Clock;
  sessions: Sessions;
  passwords: Passwords;
  policy: PasswordPolicy;
};

/** The person whose password is replaced, as the rules for passwords need to know it. */
export type ForgetfulUser = Parameters<PasswordPolicy>[1] & { id: string };

/** New passwords for people who have shown by other means who they are. */
export function createPasswordRenewal({ db, clock, sessions, passwords, policy }: RenewalParts) {
  /**
   * A new password and a new session in place of all that there were.
   *
   * @param allow looks again, with the person's row locked, and throws to refuse.
   * @throws ApiError 400 for an unfit password, 429 when too many are being computed.
   */
  return async (
    request: FastifyRequest,
    person: ForgetfulUser,
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

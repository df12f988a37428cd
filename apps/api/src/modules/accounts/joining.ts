import type { TokenPair } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { Authenticate } from '../../platform/http/principal.ts';
import { accountsRepo } from './accounts.repo.ts';
import type { Newcomer, Proven } from './credentials.ts';
import type { Sessions } from './sessions.ts';
import type { SignInService } from './sign-in.ts';
import { accessRefused } from './token-errors.ts';
import { visitorOf } from './visitor.ts';

/** Person who joins, known by being signed in or by a password. */
export type Joiner = Proven & { phone: string };

/** Further work in the transaction that signs somebody in. */
export type Join = (trx: Db, joiner: Joiner) => Promise<void>;

type Given = { password?: string | null | undefined; 'smart-token'?: string | null | undefined };

export type JoiningParts = {
  db: Db;
  authenticate: Authenticate;
  sessions: Sessions;
  signIn: SignInService;
};

/** Signs in people who were invited. */
export function createJoining({ db, authenticate, sessions, signIn }: JoiningParts) {
  async function asSignedIn(request: FastifyRequest, join: Join): Promise<TokenPair> {
    const { user, sessionId } = await authenticate(request.headers.authorization);
    return db.transaction().execute(async (trx) => {
      const account = await accountsRepo(trx).findLocked(user.id);
      // Looked at again with the row locked: the password may just have been changed elsewhere.
      if (!account?.is_active || !(await sessions.lives(trx, sessionId))) throw accessRefused('invalid');
      await join(trx, { ...account, phone: user.phone });
      return sessions.open(trx, user.id, request.headers['user-agent'] ?? '');
    });
  }

  /**
   * A new session for whoever accepts an invitation: the person who is signed in, else the one whose phone was invited, by a password.
   *
   * @param join throws to refuse; then nothing has happened.
   * @throws ApiError 400, 401, 429, 503
   */
  return (request: FastifyRequest, newcomer: Newcomer, given: Given, join: Join): Promise<TokenPair> => {
    if (request.headers.authorization !== undefined) return asSignedIn(request, join);
    const { password } = given;
    if (!password) throw invalid({ password: ['Обязательное поле.'] });
    return signIn.join({ newcomer, password, ...visitorOf(request, given['smart-token']) }, (trx, person) =>
      join(trx, { ...person, phone: newcomer.phone }),
    );
  };
}

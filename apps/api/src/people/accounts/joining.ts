import type { JoinedSession, TokenPair } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { Authenticate } from '../../platform/http/principal.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { accessRefused } from '../sessions/token-errors.ts';
import type { Newcomer, VerifiedUser } from '../sign-in/credentials.ts';
import type { SignInService } from '../sign-in/sign-in.ts';
import { visitorOf } from '../sign-in/visitor.ts';
import { accountsRepo } from './accounts.repo.ts';

/** Person who joins, known by being signed in or by a password. */
export type Joiner = VerifiedUser & { phone: string };

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
  /** Opens no session: an access token lasts minutes and must not be exchanged for a session of months. */
  async function asSignedIn(request: FastifyRequest, join: Join): Promise<JoinedSession> {
    const { authorization = '' } = request.headers;
    const { user, sessionId } = await authenticate(authorization);
    await db.transaction().execute(async (trx) => {
      const account = await accountsRepo(trx).findLocked(user.id);
      // Checked again with the row locked: the password may have been changed in the meantime.
      if (!account?.is_active || !(await sessions.lives(trx, sessionId))) throw accessRefused('invalid');
      await join(trx, { ...account, phone: user.phone });
    });
    return { access: authorization.trim().split(/\s+/)[1] ?? '', refresh: null };
  }

  /**
   * Signs in the person of a phone with a password, and creates a missing account.
   *
   * @param join throws to refuse; nothing is written then.
   * @throws ApiError 400, 429, 503
   */
  async function byPassword(
    request: FastifyRequest,
    newcomer: Newcomer,
    { password, 'smart-token': smartToken }: Given,
    join: Join,
  ): Promise<TokenPair> {
    if (!password) throw invalid({ password: ['Обязательное поле.'] });
    return signIn.join({ newcomer, password, ...visitorOf(request, smartToken) }, (trx, person) =>
      join(trx, { ...person, phone: newcomer.phone }),
    );
  }

  return {
    byPassword,

    /** Joins as the signed-in user, or else by the password of the invited phone. @throws ApiError 400, 401, 429, 503 */
    invited: (
      request: FastifyRequest,
      newcomer: Newcomer,
      given: Given,
      join: Join,
    ): Promise<JoinedSession> =>
      request.headers.authorization === undefined
        ? byPassword(request, newcomer, given, join)
        : asSignedIn(request, join),
  };
}

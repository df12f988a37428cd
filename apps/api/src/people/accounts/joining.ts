import type { JoinedSession, TokenPair } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { Authenticate } from '../../platform/http/principal.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { accessRefused } from '../sessions/token-errors.ts';
import type { NewAccount, VerifiedUser } from '../sign-in/credentials.ts';
import type { SignInService } from '../sign-in/sign-in.ts';
import { toVisitor } from '../sign-in/visitor.ts';
import { accountsRepo } from './accounts.repo.ts';

/** The user who joins, authenticated by a token or a password. */
export type JoiningUser = VerifiedUser & { phone: string };

/** Additional work in the transaction of the sign-in. It throws to refuse. */
export type Join = (trx: Db, user: JoiningUser) => Promise<void>;

type PasswordFields = { password?: string | null | undefined; 'smart-token'?: string | null | undefined };

export type Joining = ReturnType<typeof createJoining>;

export type JoiningDeps = {
  db: Db;
  authenticate: Authenticate;
  sessions: Sessions;
  signIn: SignInService;
};

/** Signs in invited users. */
export function createJoining({ db, authenticate, sessions, signIn }: JoiningDeps) {
  /** Does not open a session: an access token is valid for minutes and must not be exchanged for a session of months. */
  async function asSignedIn(request: FastifyRequest, join: Join): Promise<JoinedSession> {
    const { authorization = '' } = request.headers;
    const { user, sessionId } = await authenticate(authorization);
    await db.transaction().execute(async (trx) => {
      const account = await accountsRepo(trx).findLocked(user.id);
      // Checked again under the row lock: the password may have changed since authentication.
      if (!account?.is_active || !(await sessions.isActive(trx, sessionId))) throw accessRefused('invalid');
      await join(trx, { ...account, phone: user.phone });
    });
    return { access: authorization.trim().split(/\s+/)[1] ?? '', refresh: null };
  }

  /**
   * Signs in the user of a phone by a password. Creates the user if the phone has no account.
   *
   * @param join throws to refuse; then nothing is saved.
   * @throws ApiError 400, 429, 503
   */
  async function byPassword(
    request: FastifyRequest,
    newAccount: NewAccount,
    { password, 'smart-token': smartToken }: PasswordFields,
    join: Join,
  ): Promise<TokenPair> {
    if (!password) throw invalid({ password: ['Обязательное поле.'] });
    return signIn.join({ newAccount, password, ...toVisitor(request, smartToken) }, (trx, person) =>
      join(trx, { ...person, phone: newAccount.phone }),
    );
  }

  return {
    byPassword,

    /** Joins as the signed-in user, or without a token by the password of the invited phone. @throws ApiError 400, 401, 429, 503 */
    invited: (
      request: FastifyRequest,
      newAccount: NewAccount,
      fields: PasswordFields,
      join: Join,
    ): Promise<JoinedSession> =>
      request.headers.authorization === undefined
        ? byPassword(request, newAccount, fields, join)
        : asSignedIn(request, join),
  };
}

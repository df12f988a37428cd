import type { Person, ProfilePatch, TokenPair } from '@referral-dashboard/api-contract';
import { notifyAccountChange, sendsEmail, sendTo } from '../../messages/index.ts';
import { inBatches } from '../../platform/batches.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { invalid } from '../../platform/errors.ts';
import type { RefreshEvent, Sessions } from '../sessions/sessions.ts';
import { getTokenMessage, TokenError, tokenRefused } from '../sessions/token-errors.ts';
import type { Claims, Tokens } from '../sessions/tokens.ts';
import { accountsRepo } from './accounts.repo.ts';
import { withProfileJournal } from './profile-journal.ts';
import type { SecurityService, SessionHolder } from './security.service.ts';

export type AccountsServiceDeps = {
  db: Db;
  security: Pick<SecurityService, 'withPassword'>;
  sessions: Sessions;
  tokens: Tokens;
  clock: Clock;
  onRefresh: (event: RefreshEvent) => void;
};

export type AccountsService = ReturnType<typeof createAccountsService>;

/** Refreshes and verifies tokens, and changes profiles. */
export function createAccountsService({
  db,
  security,
  sessions,
  tokens,
  clock,
  onRefresh,
}: AccountsServiceDeps) {
  const read = (token: string, type?: 'refresh'): Claims => {
    try {
      return tokens.read(token, type);
    } catch (error) {
      throw error instanceof TokenError ? tokenRefused(error.problem) : error;
    }
  };

  /** Saves a profile with another e-mail, which becomes unconfirmed. Notifies the user at the previous e-mail and on all other channels. */
  async function changeEmail(
    trx: Db,
    userId: string,
    patch: Omit<ProfilePatch, 'password'>,
  ): Promise<Person> {
    const [repo, at] = [accountsRepo(trx), clock()];
    const previous = await repo.findEmail(userId);
    const person = await repo.update(userId, { ...patch, email_confirmed_at: null }, at);
    // A code may have been sent to the previous address.
    await repo.endRecovery(userId, at);
    if (previous !== '')
      await sendTo(trx, {
        to: { email: previous },
        organizationId: null,
        title: 'Изменена почта',
        text: EMAIL_CHANGED,
        at,
      });
    await notifyAccountChange(trx, userId, EMAIL_CHANGED, at);
    return person;
  }

  const canSendEmail = inBatches(async (users: readonly string[]) => {
    const isReady = await sendsEmail(db);
    return users.map(() => isReady);
  });

  return {
    /** Exchanges a refresh token. @throws ApiError 401 */
    async refresh(token: string): Promise<TokenPair> {
      const { pair, reason, ...event } = await sessions.refresh(read(token, 'refresh'));
      onRefresh(event);
      if (pair === undefined) throw tokenRefused('spent', reason);
      return pair;
    },

    /** Checks a token. @throws ApiError 401, or 400 for a spent or revoked refresh token */
    async verify(token: string): Promise<void> {
      const claims = read(token);
      if (!(await sessions.isRevoked(claims))) return;
      if (claims.type === 'refresh') throw invalid({ non_field_errors: [getTokenMessage('spent')] });
      throw tokenRefused('invalid');
    },

    canConfirmEmail: async ({ id, is_email_confirmed }: Person): Promise<boolean> =>
      !is_email_confirmed && canSendEmail(id),

    /** Saves a profile. @throws ApiError 400 for another e-mail without the right password, 429 like sign-in. */
    async updateProfile(
      holder: SessionHolder,
      { password, email, ...names }: ProfilePatch,
      requestId: string,
    ): Promise<Person> {
      const { user } = holder;
      const author = { actorId: user.id, requestId };
      if (email === undefined || email === user.email) {
        if (Object.keys(names).length === 0) return user;
        return db
          .transaction()
          .execute((trx) =>
            withProfileJournal(trx, user.id, { patch: names, author, clock }, () =>
              accountsRepo(trx).update(user.id, names, clock()),
            ),
          );
      }
      if (!password) throw invalid({ password: ['Введите пароль: без него почту не изменить.'] });
      const patch = { ...names, email };
      return security.withPassword(holder, password, (trx) =>
        withProfileJournal(trx, user.id, { patch, author, clock }, () => changeEmail(trx, user.id, patch)),
      );
    },
  };
}

const EMAIL_CHANGED =
  'В вашем профиле изменена почта. Если это не вы, смените пароль и напишите в техподдержку.';

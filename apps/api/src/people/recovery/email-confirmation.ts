import type { RecoveryStart } from '@referral-dashboard/api-contract';
import { notifyAccountChange, sendsEmail, sendTo } from '../../messages/index.ts';
import { plusSeconds } from '../../platform/clock.ts';
import { conflict } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { CODE_LIFE, wrongCode } from './codes.ts';
import type { PhoneChangeDeps } from './phone-change.ts';

const noEmail = () => conflict('unavailable', 'В профиле нет почты. Сначала укажите ее.');

const isConfirmed = () => conflict('in_use', 'Эта почта уже подтверждена.');

const noMailServer = () =>
  conflict('unavailable', 'Отправить код нечем: на этом сервере почта пока не подключена.');

const CONFIRMED =
  'Почта в вашем профиле подтверждена: на нее можно получить код для нового пароля. Если это не вы, смените пароль и напишите в техподдержку.';

/** Confirms the e-mail of a profile by a code that is sent to it. */
export const createEmailConfirmation = ({
  db,
  clock,
  limits,
  codes,
  checkPassword,
}: Omit<PhoneChangeDeps, 'recordPartner'>) => ({
  /**
   * Sends a code to the e-mail of the profile. The password is required, because a stolen access token could otherwise confirm an attacker's
   * address and take over the account with it.
   *
   * @throws ApiError 400, 409, 429
   */
  async send(holder: Principal, password: string, network: string): Promise<RecoveryStart> {
    const { id, phone, email, is_email_confirmed } = holder.user;
    if (email === '') throw noEmail();
    if (is_email_confirmed) throw isConfirmed();
    if (!(await sendsEmail(db))) throw noMailServer();
    await checkPassword(holder, password, network);
    await limits.sendEmail(network, id, email);
    await db.transaction().execute(async (trx) => {
      const at = clock();
      const code = await codes.make(trx, 'email', phone, id, network, email);
      await sendTo(trx, {
        to: { email },
        organizationId: null,
        title: 'Подтверждение почты',
        text: `Код для подтверждения почты: ${code}. Действует 15 минут. Никому его не говорите.`,
        isSecret: true,
        at,
        expiresAt: plusSeconds(at, CODE_LIFE),
      });
    });
    return { expires_in: CODE_LIFE };
  },

  /** Confirms the e-mail. @throws ApiError 400, 429 */
  async confirm({ user }: Principal, code: string, network: string) {
    await limits.attempt(network);
    const { id, userId } = await codes.check('email', user.phone, code, network, user.email);
    if (userId !== user.id) throw wrongCode();
    await db.transaction().execute(async (trx) => {
      const at = clock();
      // The address is compared again, because it may have changed after the code was checked.
      const confirmed = await trx
        .updateTable('users')
        .set({ email_confirmed_at: at, updated_at: at })
        .where('id', '=', userId)
        .where('email', '=', user.email)
        .returning('id')
        .execute();
      if (confirmed.length === 0) throw wrongCode();
      await codes.use(trx, id);
      await notifyAccountChange(trx, userId, CONFIRMED, at);
    });
  },
});

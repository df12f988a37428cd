import {
  isForeignPhone,
  NOT_A_RUSSIAN_PHONE,
  russianPhone,
  type TokenPair,
} from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';
import { invalid, unauthorized, unavailable } from '../../platform/errors.ts';
import type { PasswordPolicy } from '../passwords/password-policy.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Captcha } from './captcha.ts';
import type { Credentials, NewAccount, VerifiedUser } from './credentials.ts';
import type { Attempt, SignInLimits } from './sign-in-limits.ts';

/** Client of a sign-in request. */
export type Visitor = {
  smartToken: string;
  /** IP address of the browser, for the captcha. */
  address: string;
  /** Network of the address, which the limits count by. */
  network: string;
  userAgent: string;
};

/** Body and client of a sign-in request. */
export type SignIn = Visitor & { phone: string; password: string };

/** Invited user with a password: the existing one of the phone, or the first one of a new account. */
export type Joining = Visitor & { newAccount: NewAccount; password: string };

export type SignInDeps = {
  credentials: Credentials;
  sessions: Sessions;
  policy: PasswordPolicy;
  limits: SignInLimits;
  /** Undefined: sign-in requires no captcha. */
  captcha: Captcha | undefined;
  /** Called after every wrong phone or password. */
  onFailed: (attempt: Attempt) => void;
};

export type SignInService = ReturnType<typeof createSignIn>;

/** Signs users in by phone and password. */
export function createSignIn({ credentials, sessions, policy, limits, captcha, onFailed }: SignInDeps) {
  /** Checks the captcha. @throws ApiError 400 for a failed one, 503 when the service is unreachable and the phone is under attack. */
  async function passCaptcha(check: Captcha, { smartToken, address }: Visitor, attempt: Attempt) {
    await limits.check(attempt);
    const verdict = await check(smartToken, address);
    if (verdict === 'failed') {
      await limits.captchaFailed(attempt);
      throw invalid({ 'smart-token': ['Подтвердите, что вы не робот.'] });
    }
    if (verdict === 'unreachable' && (await limits.isUnderAttack(attempt))) {
      throw unavailable({
        detail: 'Проверка «Я не робот» временно недоступна. Повторите через несколько минут.',
        code: 'captcha_unavailable',
      });
    }
  }

  /** Runs a password check within the limits and after the captcha. */
  async function admit<Result>(
    phone: string | null,
    visitor: Visitor,
    job: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    // An invalid phone is not stored, because users may type a password into the wrong field.
    const attempt = { phone: phone ?? 'none', address: visitor.network };
    if (captcha !== undefined) await passCaptcha(captcha, visitor, attempt);
    const result = await limits.guard(attempt, job);
    if (result === undefined) onFailed(attempt);
    return result;
  }

  return {
    /** Signs a user in. @throws ApiError 400, 401, 429, 503 */
    async login({ phone: typedPhone, password, ...visitor }: SignIn): Promise<TokenPair> {
      if (isForeignPhone(typedPhone)) throw invalid({ phone: [NOT_A_RUSSIAN_PHONE] });
      const phone = russianPhone(typedPhone);
      const open = async (trx: Db, { id }: VerifiedUser) => {
        await sessions.notifyNewDevice(trx, id, visitor.userAgent);
        return sessions.open(trx, id, visitor.userAgent);
      };
      const pair = await admit(phone, visitor, () => credentials.use(phone, password, open));
      if (pair === undefined) throw unauthorized({ detail: 'Неверный номер телефона или пароль.' });
      return pair;
    },

    /**
     * Signs in an invited user. Creates the user when the phone has no account.
     *
     * @param join additional work in the transaction of the sign-in.
     * @throws ApiError 400, 429, 503
     */
    async join(
      { newAccount, password, ...visitor }: Joining,
      join: (trx: Db, person: VerifiedUser) => Promise<void>,
    ): Promise<TokenPair> {
      const problem = await policy(password, newAccount);
      if (problem !== undefined) throw invalid({ password: [problem] });
      const open = async (trx: Db, person: VerifiedUser) => {
        await join(trx, person);
        await sessions.notifyNewDevice(trx, person.id, visitor.userAgent);
        return sessions.open(trx, person.id, visitor.userAgent);
      };
      const pair = await admit(newAccount.phone, visitor, () =>
        credentials.use(newAccount.phone, password, open, newAccount),
      );
      if (pair === undefined) throw invalid({ password: [MISMATCH] });
      return pair;
    },
  };
}

const MISMATCH =
  'Пароль не подошел. Если вы уже входили с этим телефоном, введите тот пароль или войдите и откройте ссылку снова.';

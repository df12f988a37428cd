import {
  isForeignPhone,
  NOT_A_RUSSIAN_PHONE,
  russianPhone,
  type TokenPair,
} from '@referral-dashboard/api-contract';
import type { Db } from '../../platform/db/db.ts';
import { invalid, tooManyAttempts, unauthorized, unavailable } from '../../platform/errors.ts';
import { queueByKey } from '../../platform/queue.ts';
import type { PasswordPolicy } from '../passwords/password-policy.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Captcha } from './captcha.ts';
import type { Credentials, Newcomer, VerifiedUser } from './credentials.ts';
import type { Attempt, SignInLimits } from './sign-in-limits.ts';

/** Visitor who asks to be let in. */
export type Visitor = {
  smartToken: string;
  /** The browser's address, for the captcha. */
  address: string;
  /** The network the address belongs to: what limits count by. */
  network: string;
  userAgent: string;
};

/** A sign-in as it came in. */
export type SignIn = Visitor & { phone: string; password: string };

/** Somebody who was invited and gives a password: the one the person has, or the first one. */
export type Joining = Visitor & { newcomer: Newcomer; password: string };

export type SignInParts = {
  credentials: Credentials;
  sessions: Sessions;
  policy: PasswordPolicy;
  limits: SignInLimits;
  /** Left out: sign-in asks for no captcha. */
  captcha: Captcha | undefined;
  /** Told of every wrong password or phone. */
  onFailed: (attempt: Attempt) => void;
};

export type SignInService = ReturnType<typeof createSignIn>;

export function createSignIn({ credentials, sessions, policy, limits, captcha, onFailed }: SignInParts) {
  // In turn, or a household signing in at one moment would use up its own limit.
  const byAddress = queueByKey({ atOnce: 1, waiting: 50, refusal: () => tooManyAttempts(5) });

  /** @throws ApiError 400 when it was not passed, 503 when nobody can tell and the phone is under attack. */
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

  /** Lets one visitor after another try a password. */
  async function admit<Result>(
    phone: string | null,
    visitor: Visitor,
    job: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    // What is no phone is not kept: people type passwords into wrong fields.
    const attempt = { phone: phone ?? 'none', address: visitor.network };
    if (captcha !== undefined) await passCaptcha(captcha, visitor, attempt);
    return byAddress(attempt.address, async () => {
      await limits.check(attempt);
      const result = await limits.guard(attempt, job);
      if (result === undefined) onFailed(attempt);
      return result;
    });
  }

  return {
    /** @throws ApiError 400, 401, 429, 503 */
    async login({ phone: written, password, ...visitor }: SignIn): Promise<TokenPair> {
      if (isForeignPhone(written)) throw invalid({ phone: [NOT_A_RUSSIAN_PHONE] });
      const phone = russianPhone(written);
      const open = async (trx: Db, { id }: VerifiedUser) => {
        await sessions.tellOfNewDevice(trx, id, visitor.userAgent);
        return sessions.open(trx, id, visitor.userAgent);
      };
      const pair = await admit(phone, visitor, () => credentials.use(phone, password, open));
      if (pair === undefined) throw unauthorized({ detail: 'Неверный номер телефона или пароль.' });
      return pair;
    },

    /**
     * Signs in who holds an invitation, and enters the person when nobody has the phone.
     *
     * @param join what else happens, in the transaction of the sign-in.
     * @throws ApiError 400, 429, 503
     */
    async join(
      { newcomer, password, ...visitor }: Joining,
      join: (trx: Db, person: VerifiedUser) => Promise<void>,
    ): Promise<TokenPair> {
      const problem = await policy(password, newcomer);
      if (problem !== undefined) throw invalid({ password: [problem] });
      const open = async (trx: Db, person: VerifiedUser) => {
        await join(trx, person);
        await sessions.tellOfNewDevice(trx, person.id, visitor.userAgent);
        return sessions.open(trx, person.id, visitor.userAgent);
      };
      const pair = await admit(newcomer.phone, visitor, () =>
        credentials.use(newcomer.phone, password, open, newcomer),
      );
      if (pair === undefined) throw invalid({ password: [MISMATCH] });
      return pair;
    },
  };
}

const MISMATCH =
  'Пароль не подошел. Если вы уже входили с этим телефоном, введите тот пароль или войдите и откройте ссылку снова.';

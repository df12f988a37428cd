import type { ProfilePatch, TokenPair, User } from '@referral-dashboard/api-contract';
import type { Clock } from '../../platform/clock.ts';
import { invalid, tooManyAttempts, unauthorized, unavailable } from '../../platform/errors.ts';
import { normalizePhone } from '../../platform/phone.ts';
import { queueByKey } from '../../platform/queue.ts';
import type { accountsRepo } from './accounts.repo.ts';
import type { Captcha } from './captcha.ts';
import type { Passwords } from './passwords.ts';
import type { RefreshEvent, Sessions } from './sessions.ts';
import type { Attempt, SignInLimits } from './sign-in-limits.ts';
import { sentenceOf, TokenError, tokenRefused } from './token-errors.ts';
import type { Claims, Tokens } from './tokens.ts';

/** A sign-in as it came in. */
export type SignIn = {
  phone: string;
  password: string;
  smartToken: string;
  /** The browser's address, for the captcha. */
  address: string;
  /** The network the address belongs to: what limits count by. */
  network: string;
  userAgent: string;
};

export type AccountsParts = {
  accounts: ReturnType<typeof accountsRepo>;
  sessions: Sessions;
  tokens: Tokens;
  passwords: Passwords;
  limits: SignInLimits;
  /** Left out: sign-in asks for no captcha. */
  captcha: Captcha | undefined;
  clock: Clock;
  onRefresh: (event: RefreshEvent) => void;
  onFailedSignIn: (attempt: Attempt) => void;
  onSignIn: (userId: string) => Promise<void>;
};

const overloaded = () =>
  unavailable({ detail: 'Сейчас входит слишком много людей. Повторите через минуту.', code: 'unavailable' });

export type AccountsService = ReturnType<typeof createAccountsService>;

export function createAccountsService(parts: AccountsParts) {
  const { accounts, sessions, tokens, passwords, limits, captcha, clock } = parts;
  // In turn, or a household signing in at one moment would use up its own limit.
  const byAddress = queueByKey({ atOnce: 1, waiting: 50, refusal: () => tooManyAttempts(5) });
  // Hashing takes whole threads of Node's pool of four; what is left of it signs and verifies tokens.
  const hashing = queueByKey({ atOnce: 2, waiting: 200, refusal: overloaded });

  /** @throws ApiError 400 when it was not passed, 503 when nobody can tell and the phone is under attack. */
  async function passCaptcha(check: Captcha, { smartToken, address }: SignIn, attempt: Attempt) {
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

  /** The id of the person, `undefined` when it is not them or they are not let in. */
  async function checkPassword(phone: string | null, password: string): Promise<string | undefined> {
    const account = phone === null ? undefined : await accounts.findByPhone(phone);
    const right = await passwords.verify(account?.password_hash, password);
    if (account === undefined || !right || !account.is_active) return undefined;
    if (passwords.isOutdated(account.password_hash)) {
      await accounts.setPassword(account.id, await passwords.hash(password), clock());
    }
    return account.id;
  }

  async function enter(
    phone: string | null,
    { password, userAgent }: SignIn,
    attempt: Attempt,
  ): Promise<TokenPair> {
    const forgive = await limits.begin(attempt);
    const userId = await checkPassword(phone, password);
    if (userId === undefined) {
      parts.onFailedSignIn(attempt);
      throw unauthorized({ detail: 'Неверный номер телефона или пароль.' });
    }
    await forgive();
    await parts.onSignIn(userId);
    return sessions.open(userId, userAgent);
  }

  const read = async (token: string, type?: 'refresh'): Promise<Claims> => {
    try {
      return await tokens.read(token, type);
    } catch (error) {
      throw error instanceof TokenError ? tokenRefused(error.problem) : error;
    }
  };

  return {
    /** @throws ApiError 400, 401, 429, 503 */
    async login(signIn: SignIn): Promise<TokenPair> {
      const phone = normalizePhone(signIn.phone);
      // What is no phone is not kept: people type passwords into wrong fields.
      const attempt = { phone: phone ?? 'none', address: signIn.network };
      if (captcha !== undefined) await passCaptcha(captcha, signIn, attempt);
      return byAddress(attempt.address, async () => {
        await limits.check(attempt);
        return hashing('', () => enter(phone, signIn, attempt));
      });
    },

    /** @throws ApiError 401 */
    async refresh(token: string): Promise<TokenPair> {
      const { pair, ...event } = await sessions.refresh(await read(token, 'refresh'));
      parts.onRefresh(event);
      if (pair === undefined) throw tokenRefused('spent');
      return pair;
    },

    /** @throws ApiError 401, or 400 for a refresh token that was spent or revoked */
    async verify(token: string): Promise<void> {
      const claims = await read(token);
      if (!(await sessions.isDead(claims))) return;
      if (claims.type === 'refresh') throw invalid({ non_field_errors: [sentenceOf('spent')] });
      throw tokenRefused('invalid');
    },

    updateProfile: (user: User, patch: ProfilePatch): Promise<User> =>
      Object.keys(patch).length === 0 ? Promise.resolve(user) : accounts.update(user.id, patch, clock()),
  };
}

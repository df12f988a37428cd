import { tooManyAttempts } from '../../platform/errors.ts';
import type { Limit, Limits } from '../../platform/http/limits/limits.ts';
import { queueByKey } from '../../platform/queue.ts';

const QUARTER_HOUR = 15 * 60;

const PHONE_AND_ADDRESS: Limit = { name: 'sign-in:phone-and-address', max: 5, seconds: QUARTER_HOUR };
const ADDRESS: Limit = { name: 'sign-in:address', max: 20, seconds: QUARTER_HOUR };
const PHONE: Limit = { name: 'sign-in:phone', max: 50, seconds: 60 * 60 };

/** Attempt to sign in: the phone and the network. */
export type Attempt = { phone: string; address: string };

export type SignInLimits = ReturnType<typeof createSignInLimits>;

const getCounters = ({ phone, address }: Attempt) => ({
  address: { limit: ADDRESS, key: address },
  phoneAndAddress: { limit: PHONE_AND_ADDRESS, key: `${phone} ${address}` },
  phone: { limit: PHONE, key: phone },
});

/** Rate limits for failed sign-ins. */
export function createSignInLimits(limits: Limits) {
  // Concurrent right passwords of one address would otherwise count as failures and reach the limit.
  const byAddress = queueByKey({ atOnce: 1, maxWaiting: 50, refusal: () => tooManyAttempts(5) });

  /**
   * Counts an attempt as failed before its password is checked, so that concurrent attempts cannot exceed the limit.
   *
   * @returns `forgive` for a successful attempt: it removes the attempt and resets the counter of this phone and address. `undo` for an
   *   attempt whose password was not checked.
   * @throws ApiError 429
   */
  async function begin(attempt: Attempt) {
    const { address, phoneAndAddress, phone } = getCounters(attempt);
    const fromAddress = await limits.take(address);
    if (fromAddress.full) throw tooManyAttempts(fromAddress.retryAfter);
    const withPhone = await limits.take(phoneAndAddress);
    if (withPhone.full) {
      await limits.undo(address);
      throw tooManyAttempts(withPhone.retryAfter);
    }
    const fromEverywhere = await limits.take(phone);
    const undoOthers = async () => {
      await limits.undo(address);
      if (!fromEverywhere.full) await limits.undo(phone);
    };
    return {
      async forgive() {
        await limits.reset(phoneAndAddress);
        await undoOthers();
      },
      async undo() {
        await limits.undo(phoneAndAddress);
        await undoOthers();
      },
    };
  }

  return {
    /**
     * Checks the limits without counting an attempt.
     *
     * @throws ApiError 429
     */
    async check(attempt: Attempt) {
      const { address, phoneAndAddress } = getCounters(attempt);
      for (const counter of [address, phoneAndAddress]) {
        const { full, retryAfter } = await limits.peek(counter);
        if (full) throw tooManyAttempts(retryAfter);
      }
    },

    /**
     * Runs a job that checks a password, and counts a failure. Jobs of one address run one at a time.
     *
     * @param job returns undefined for a wrong password. When it throws, the attempt is not counted.
     * @throws ApiError 429, and the errors of `job`.
     */
    guard: <Result>(attempt: Attempt, job: () => Promise<Result | undefined>) =>
      byAddress(attempt.address, async () => {
        const { forgive, undo } = await begin(attempt);
        let result: Result | undefined;
        try {
          result = await job();
        } catch (error) {
          await undo();
          throw error;
        }
        if (result !== undefined) await forgive();
        return result;
      }),

    /** Counts a failed captcha against the address only. */
    async captchaFailed(attempt: Attempt) {
      await limits.take(getCounters(attempt).address);
    },

    /** Returns whether a phone has reached the limit of failures from all addresses. */
    async isUnderAttack(attempt: Attempt) {
      return (await limits.peek(getCounters(attempt).phone)).full;
    },
  };
}

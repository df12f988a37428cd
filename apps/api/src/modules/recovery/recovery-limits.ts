import { tooManyAttempts } from '../../platform/errors.ts';
import type { Counter, Limit, Limits } from '../../platform/http/limits.ts';

const QUARTER = 15 * 60;
const HOUR = 60 * 60;

const TRY: Limit = { name: 'recovery:network', max: 30, seconds: QUARTER };
const SEND: Limit = { name: 'recovery-code:network', max: 10, seconds: QUARTER };
const MINUTE: Limit = { name: 'recovery-code:phone-minute', max: 1, seconds: 60 };
const DAY: Limit = { name: 'recovery-code:phone-day', max: 5, seconds: 24 * HOUR };
const PHONES: Limit = { name: 'phone-change:organization', max: 30, seconds: HOUR };

export type RecoveryLimits = ReturnType<typeof createRecoveryLimits>;

/** Limits on trying links and codes, on sending codes, and on naming phones. Those of a phone count whoever has it, or nobody. */
export function createRecoveryLimits(limits: Limits) {
  /** @throws ApiError 429 */
  async function take(...counters: Counter[]) {
    for (const counter of counters) {
      const { full, retryAfter } = await limits.take(counter);
      if (full) throw tooManyAttempts(retryAfter);
    }
  }
  return {
    attempt: (network: string) => take({ limit: TRY, key: network }),
    send: (network: string, phone: string) =>
      take({ limit: SEND, key: network }, { limit: MINUTE, key: phone }, { limit: DAY, key: phone }),
    namePhone: (organizationId: string) => take({ limit: PHONES, key: organizationId }),
  };
}

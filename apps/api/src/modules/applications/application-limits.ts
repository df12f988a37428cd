import { tooManyAttempts } from '../../platform/errors.ts';
import type { Limit, Limits } from '../../platform/http/limits.ts';

const HOUR = 60 * 60;
const NETWORK: Limit = { name: 'application:network', max: 10, seconds: HOUR };
const PROGRAM: Limit = { name: 'application:program', max: 100, seconds: HOUR };
const ORGANIZATION: Limit = { name: 'application:organization', max: 300, seconds: HOUR };
const PHONE: Limit = { name: 'application:phone', max: 3, seconds: 24 * HOUR };
const CHECK: Limit = { name: 'application-check:network', max: 120, seconds: 15 * 60 };

export type Applicant = { network: string; programId: string; organizationId: string; phone: string };

/** Limits on applications. They count what is sent, whoever has the phone. */
export const createApplicationLimits = (limits: Limits) => {
  /** @throws ApiError 429 */
  async function take(limit: Limit, key: string) {
    const { full, retryAfter } = await limits.take({ limit, key });
    if (full) throw tooManyAttempts(retryAfter);
  }
  return {
    async apply({ network, programId, organizationId, phone }: Applicant) {
      await take(NETWORK, network);
      await take(PHONE, `${organizationId} ${phone}`);
      await take(PROGRAM, programId);
      await take(ORGANIZATION, organizationId);
    },
    check: (network: string) => take(CHECK, network),
  };
};

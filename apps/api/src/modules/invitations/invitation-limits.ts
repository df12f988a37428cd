import { tooManyAttempts } from '../../platform/errors.ts';
import type { Counter, Limit, Limits } from '../../platform/http/limits.ts';

const QUARTER = 15 * 60;

const CHECK: Limit = { name: 'invitation-check:network', max: 60, seconds: QUARTER };
const ACCEPT: Limit = { name: 'invitation-accept:network', max: 30, seconds: QUARTER };

export type InvitationLimits = ReturnType<typeof createInvitationLimits>;

/**
 * Limits on making and trying links.
 *
 * @param perHour links of one organization.
 */
export function createInvitationLimits(limits: Limits, perHour: number) {
  const ISSUE: Limit = { name: 'invitation:organization', max: perHour, seconds: 60 * 60 };
  /** @throws ApiError 429 */
  async function take(counter: Counter) {
    const { full, retryAfter } = await limits.take(counter);
    if (full) throw tooManyAttempts(retryAfter);
  }
  return {
    issue: (organizationId: string) => take({ limit: ISSUE, key: organizationId }),
    check: (network: string) => take({ limit: CHECK, key: network }),
    accept: (network: string) => take({ limit: ACCEPT, key: network }),
  };
}

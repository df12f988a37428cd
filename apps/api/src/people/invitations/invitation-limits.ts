import type { Limit, Limits } from '../../platform/http/limits/limits.ts';

const QUARTER_HOUR = 15 * 60;

const CHECK: Limit = { name: 'invitation-check:network', max: 60, seconds: QUARTER_HOUR };
const ACCEPT: Limit = { name: 'invitation-accept:network', max: 30, seconds: QUARTER_HOUR };

export type InvitationLimits = ReturnType<typeof createInvitationLimits>;

/**
 * Rate limits for creating, checking and accepting links.
 *
 * @param perHour number of links that an organization may create in an hour.
 */
export function createInvitationLimits({ admit }: Limits, perHour: number) {
  const ISSUE: Limit = { name: 'invitation:organization', max: perHour, seconds: 60 * 60 };
  return {
    issue: (organizationId: string) => admit({ limit: ISSUE, key: organizationId }),
    check: (network: string) => admit({ limit: CHECK, key: network }),
    accept: (network: string) => admit({ limit: ACCEPT, key: network }),
  };
}

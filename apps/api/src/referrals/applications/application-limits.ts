import type { Limit, Limits } from '../../platform/http/limits/limits.ts';

const HOUR = 60 * 60;
const NETWORK: Limit = { name: 'application:network', max: 10, seconds: HOUR };
const PROGRAM: Limit = { name: 'application:program', max: 100, seconds: HOUR };
const ORGANIZATION: Limit = { name: 'application:organization', max: 300, seconds: HOUR };
const PHONE: Limit = { name: 'application:phone', max: 3, seconds: 24 * HOUR };
/** Applications of one phone to all organizations. Each application sends a code. */
const PHONE_ANYWHERE: Limit = { name: 'application:phone-anywhere', max: 5, seconds: 24 * HOUR };
const CHECK: Limit = { name: 'application-check:network', max: 120, seconds: 15 * 60 };

const CONFIRM: Limit = { name: 'application-confirm:network', max: 30, seconds: 15 * 60 };
const ACCEPT: Limit = { name: 'application-accept:network', max: 30, seconds: 15 * 60 };
/** Attempts to enter the code of one application. */
const CODE_ATTEMPTS: Limit = { name: 'application-confirm:application', max: 5, seconds: 24 * HOUR };

export type ApplicationLimits = ReturnType<typeof createApplicationLimits>;
export type Applicant = { network: string; programId: string; organizationId: string; phone: string };

/** Limits on applications. They count requests, whether or not a user has the phone. */
export const createApplicationLimits = ({ admit }: Limits) => ({
  apply: ({ network, programId, organizationId, phone }: Applicant) =>
    admit(
      { limit: NETWORK, key: network },
      { limit: PHONE, key: `${organizationId} ${phone}` },
      { limit: PHONE_ANYWHERE, key: phone },
      { limit: PROGRAM, key: programId },
      { limit: ORGANIZATION, key: organizationId },
    ),
  confirm: (network: string, application: string) =>
    admit({ limit: CONFIRM, key: network }, { limit: CODE_ATTEMPTS, key: application }),
  accept: (network: string) => admit({ limit: ACCEPT, key: network }),
  check: (network: string) => admit({ limit: CHECK, key: network }),
});

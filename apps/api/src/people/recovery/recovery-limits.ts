import type { Limit, Limits } from '../../platform/http/limits/limits.ts';

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

const ATTEMPTS: Limit = { name: 'recovery:network', max: 30, seconds: QUARTER_HOUR };
const SEND: Limit = { name: 'recovery-code:network', max: 10, seconds: QUARTER_HOUR };
const PER_MINUTE: Limit = { name: 'recovery-code:phone-minute', max: 1, seconds: 60 };
const NETWORK_DAY: Limit = { name: 'recovery-code:phone-network-day', max: 5, seconds: 24 * HOUR };
/** Higher than the limit of one network, so that attackers who request codes cannot block the owner. */
const DAY: Limit = { name: 'recovery-code:phone-day', max: 10, seconds: 24 * HOUR };
const EMAIL_MINUTE: Limit = { name: 'email-code:minute', max: 1, seconds: 60 };
const EMAIL_DAY: Limit = { name: 'email-code:day', max: 5, seconds: 24 * HOUR };
const PHONE_DAY: Limit = { name: 'phone-change:phone-day', max: 5, seconds: 24 * HOUR };
const PHONES: Limit = { name: 'phone-change:organization', max: 30, seconds: HOUR };

export type RecoveryLimits = ReturnType<typeof createRecoveryLimits>;

/** Rate limits for links, codes and phone changes. Phones without an account are counted as well. */
export const createRecoveryLimits = ({ admit }: Limits) => ({
  attempt: (network: string) => admit({ limit: ATTEMPTS, key: network }),
  send: (network: string, phone: string) =>
    admit(
      { limit: SEND, key: network },
      { limit: PER_MINUTE, key: phone },
      { limit: NETWORK_DAY, key: `${phone} ${network}` },
      { limit: DAY, key: phone },
    ),
  /** Counted per user and per address, so that several accounts cannot flood a mailbox. */
  sendEmail: (network: string, userId: string, email: string) =>
    admit(
      { limit: SEND, key: network },
      { limit: EMAIL_MINUTE, key: userId },
      { limit: EMAIL_DAY, key: userId },
      { limit: EMAIL_DAY, key: email.toLowerCase() },
    ),
  /** Also limited per phone, because a change sends messages to both phones. */
  namePhone: (organizationId: string, phone: string) =>
    admit({ limit: PHONES, key: organizationId }, { limit: PHONE_DAY, key: phone }),
});

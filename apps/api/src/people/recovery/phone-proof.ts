import { sendTo } from '../../messages/index.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/errors.ts';
import type { PhoneProof } from '../phone-proof.ts';
import { CODE_LIFE, type Codes } from './codes.ts';

/** Reason for which a phone is proved, as the codes keep it and as the message says it. */
export type ProofReason = { kind: 'join' | 'payout'; title: string; what: string };

export const JOINING: ProofReason = {
  kind: 'join',
  title: 'Подтверждение телефона',
  what: 'Код подтверждения',
};
export const REQUISITES: ProofReason = {
  kind: 'payout',
  title: 'Подтверждение реквизитов',
  what: 'Код для реквизитов',
};

/** Proof by a code that somebody holds a phone. */
export const createPhoneProof = (
  db: Db,
  clock: Clock,
  codes: Codes,
  { kind, title, what }: ProofReason,
): PhoneProof => ({
  send: (phone: string, network: string) =>
    db.transaction().execute(async (trx) => {
      const at = clock();
      const code = await codes.make(trx, kind, phone, null, network);
      await sendTo(trx, {
        to: { phone },
        organizationId: null,
        title,
        text: `${what}: ${code}. Действует 15 минут. Никому его не говорите.`,
        isSecret: true,
        at,
        expiresAt: plusSeconds(at, CODE_LIFE),
        channels: ['sms'],
      });
    }),

  // The code stays valid, so that a refused password can be corrected; its application is used once.
  async check(phone: string, code: string, network: string): Promise<boolean> {
    try {
      await codes.check(kind, phone, code, network);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  },
});

import { sendTo } from '../../domain/messages/send-to.ts';
import type { PhoneProof } from '../../domain/phone-proof.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/errors.ts';
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
  send: (phone: string) =>
    db.transaction().execute(async (trx) => {
      const at = clock();
      const code = await codes.make(trx, kind, phone, null);
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

  // A code is not used up by it, so that a wrong password beside it can be mended; what it is for happens once.
  async check(phone: string, code: string): Promise<boolean> {
    try {
      await codes.check(kind, phone, code);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  },
});

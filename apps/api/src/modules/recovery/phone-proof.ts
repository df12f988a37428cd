import { sendTo } from '../../domain/messages/send-to.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/errors.ts';
import { CODE_LIFE, type Codes } from './codes.ts';

/** Proof by a code that somebody who is not known here holds a phone. */
export const createPhoneProof = (db: Db, clock: Clock, codes: Codes) => ({
  /** Sends a code by SMS. Nobody is told whether it arrives. */
  send: (phone: string) =>
    db.transaction().execute(async (trx) => {
      const at = clock();
      const code = await codes.make(trx, 'join', phone, null);
      await sendTo(trx, {
        to: { phone },
        organizationId: null,
        title: 'Подтверждение телефона',
        text: `Код подтверждения: ${code}. Действует 15 минут. Никому его не говорите.`,
        isSecret: true,
        at,
        expiresAt: plusSeconds(at, CODE_LIFE),
        channels: ['sms'],
      });
    }),

  /**
   * Counts a try. A code is not used up by it, so that a wrong password beside it can be mended; what it is for happens once.
   *
   * @returns whether it is the latest one sent to the phone, and still in time.
   */
  async check(phone: string, code: string): Promise<boolean> {
    try {
      await codes.check('join', phone, code);
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  },
});

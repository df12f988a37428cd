import { sendTo } from '../../messages/index.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/errors.ts';
import { CODE_LIFE, type Codes } from './codes.ts';

/** Proof by a code that a user owns a phone. `network` is the network of the caller. */
export type PhoneProof = {
  /** Sends a code. The result does not show whether it arrives. */
  send: (phone: string, network: string) => Promise<void>;
  /** Checks a code and counts the attempt. @returns whether the code is the latest one and has not expired. */
  check: (phone: string, code: string, network: string) => Promise<boolean>;
};

/** Reason for a proof: the kind of the code, and the title and text of its message. */
export type ProofReason = { kind: 'join' | 'payout'; title: string; label: string };

export const JOINING: ProofReason = {
  kind: 'join',
  title: 'Подтверждение телефона',
  label: 'Код подтверждения',
};
export const REQUISITES: ProofReason = {
  kind: 'payout',
  title: 'Подтверждение реквизитов',
  label: 'Код для реквизитов',
};

/** Proves by a code that a user owns a phone. */
export const createPhoneProof = (
  db: Db,
  clock: Clock,
  codes: Codes,
  { kind, title, label }: ProofReason,
): PhoneProof => ({
  send: (phone: string, network: string) =>
    db.transaction().execute(async (trx) => {
      const at = clock();
      const code = await codes.make(trx, kind, phone, null, network);
      await sendTo(trx, {
        to: { phone },
        organizationId: null,
        title,
        text: `${label}: ${code}. Действует 15 минут. Никому его не говорите.`,
        isSecret: true,
        at,
        expiresAt: plusSeconds(at, CODE_LIFE),
        channels: ['sms'],
      });
    }),

  // The code stays valid, so that the user can correct a refused password. The application that it confirms is created once.
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

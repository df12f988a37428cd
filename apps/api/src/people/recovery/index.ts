import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { createLimits } from '../../platform/http/limits/limits.ts';
import type { RecordPartner } from '../join-card.ts';
import { createCodes } from './codes.ts';
import { createEmailConfirmation } from './email-confirmation.ts';
import { createPhoneChange, type WithPassword } from './phone-change.ts';
import { createPhoneProof, JOINING, REQUISITES } from './phone-proof.ts';
import { recoveryRoutes } from './recovery.routes.ts';
import { createRecoveryService } from './recovery.service.ts';
import { createRecoveryByCode } from './recovery-by-code.ts';
import { createRecoveryLimits } from './recovery-limits.ts';
import type { RenewPassword } from './renew-password.ts';

export type RecoveryDeps = {
  db: Db;
  clock: Clock;
  publicUrl: string | undefined;
  renewPassword: RenewPassword;
  checkPassword: WithPassword;
  recordPartner: RecordPartner;
  /** Checks a captcha token. Undefined: codes are sent without a captcha. */
  passCaptcha: ((token: string, address: string) => Promise<void>) | undefined;
};

/** Wires account recovery, phone changes and e-mail confirmation. */
export function createRecovery({ db, clock, publicUrl, ...deps }: RecoveryDeps) {
  const limits = createRecoveryLimits(createLimits(db, clock));
  const codes = createCodes(db, clock);
  const { renewPassword, checkPassword, recordPartner, passCaptcha } = deps;
  const byLink = createRecoveryService({ db, clock, limits, renewPassword });
  const byCode = createRecoveryByCode({ db, clock, limits, codes, renewPassword });
  const phones = createPhoneChange({ db, clock, limits, codes, checkPassword, recordPartner });
  const emails = createEmailConfirmation({ db, clock, limits, codes, checkPassword });
  return {
    routes: (app: FastifyInstance) =>
      recoveryRoutes(app, { byLink, byCode, phones, emails, passCaptcha, publicUrl }),
    createForPhone: byLink.createForPhone,
    changePhone: phones.byOperator,
    phoneProof: createPhoneProof(db, clock, codes, JOINING),
    methodProof: createPhoneProof(db, clock, codes, REQUISITES),
    async prune() {
      await byLink.prune();
      await codes.prune();
    },
  };
}

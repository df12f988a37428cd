import type { RecoveryStart } from '@referral-dashboard/api-contract';
import { CODE_LIFE, type PhoneProof } from '../../people/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import type { Limit, Limits } from '../../platform/http/limits/limits.ts';
import type { PartnerViewer } from '../../platform/http/viewer.ts';
import type { PayoutMethodsService } from './payout-methods.service.ts';

const PER_MINUTE: Limit = { name: 'payout-code:person-minute', max: 1, seconds: 60 };
const PER_DAY: Limit = { name: 'payout-code:person-day', max: 5, seconds: 24 * 60 * 60 };
const CODE_ATTEMPTS: Limit = { name: 'payout-code:tries', max: 30, seconds: 15 * 60 };

export type MethodProofDeps = {
  db: Db;
  limits: Limits;
  /** Undefined when no channel can send a code. The first method then has the usual waiting period. */
  proof: PhoneProof | undefined;
  methods: PayoutMethodsService;
};

/** Confirms the first payout method of a partner with a code sent to the sign-in phone. A confirmed method has no waiting period. */
export function createMethodProof({ db, limits, proof, methods }: MethodProofDeps) {
  function requireProof(): PhoneProof {
    if (proof !== undefined) return proof;
    throw conflict(
      'unavailable',
      'Подтвердить реквизиты нечем: СМС не подключены. Выплаты можно будет отправлять через сутки.',
    );
  }
  return {
    /** Sends a code. @throws ApiError 404, 409, 429 */
    async send(viewer: PartnerViewer, id: string, network: string): Promise<RecoveryStart> {
      await methods.checkProvable(viewer, id);
      const { send } = requireProof();
      const key = viewer.userId;
      await limits.admit({ limit: PER_MINUTE, key }, { limit: PER_DAY, key });
      await send(await findPhone(db, key), network);
      return { expires_in: CODE_LIFE };
    },

    /** Confirms a method. @throws ApiError 400 for a wrong code, 404, 409, 429 */
    async prove(viewer: PartnerViewer, id: string, code: string, network: string) {
      await methods.checkProvable(viewer, id);
      const { check } = requireProof();
      await limits.admit({ limit: CODE_ATTEMPTS, key: viewer.userId });
      if (!(await check(await findPhone(db, viewer.userId), code, network)))
        throw invalid({ code: ['Код не подошел или устарел. Проверьте его или запросите новый.'] });
      return methods.prove(viewer, id);
    },
  };
}

async function findPhone(db: Db, userId: string): Promise<string> {
  const { phone } = await db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return phone;
}

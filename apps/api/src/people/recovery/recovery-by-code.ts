import {
  type RecoveryByCode,
  type RecoveryStart,
  type RecoveryWays,
  SECRET_CHANNELS,
  type TokenPair,
} from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { channelsReady, confirmedEmail, sendTo } from '../../messages/index.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { CODE_LIFE, type Codes, wrongCode } from './codes.ts';
import type { RecoveryLimits } from './recovery-limits.ts';
import { finishRecovery, type RenewPassword } from './renew-password.ts';

export type ByCodeDeps = {
  db: Db;
  clock: Clock;
  limits: RecoveryLimits;
  codes: Codes;
  renewPassword: RenewPassword;
};

const nothingToSendBy = () =>
  conflict('unavailable', 'Отправить код нечем. Попросите ссылку для нового пароля у владельца организации.');

const buildText = (code: string) =>
  `Код для нового пароля: ${code}. Действует 15 минут. Никому его не говорите, даже нам.`;

/** Recovers accounts with codes that are sent to users. */
export function createRecoveryByCode({ db, clock, limits, codes, renewPassword }: ByCodeDeps) {
  const ready = async (): Promise<RecoveryWays['channels']> => {
    const available = new Set<string>((await channelsReady(db, null)).map(({ channel }) => channel));
    return SECRET_CHANNELS.filter((channel) => available.has(channel));
  };

  const findPerson = (phone: string) =>
    db
      .selectFrom('users as u')
      .select('id')
      .select(confirmedEmail.as('email'))
      .where('phone', '=', phone)
      .where('is_active', '=', true)
      .where('switched_off_at', 'is', null)
      .executeTakeFirst();

  return {
    ways: async (): Promise<RecoveryWays> => ({ channels: await ready() }),

    /**
     * Sends a code. The response and the work are the same for a phone without an account: the message is written and rolled back.
     *
     * @throws ApiError 409 when no channel is available, 429
     */
    async send(phone: string, network: string): Promise<RecoveryStart> {
      if ((await ready()).length === 0) throw nothingToSendBy();
      await limits.send(network, phone);
      const person = await findPerson(phone);
      await db.transaction().execute(async (trx) => {
        const code = await codes.make(trx, 'recovery', phone, person?.id ?? null, network);
        await sql`savepoint message`.execute(trx);
        const at = clock();
        await sendTo(trx, {
          to: { phone, email: person?.email ?? '' },
          organizationId: null,
          title: 'Новый пароль',
          text: buildText(code),
          isSecret: true,
          at,
          expiresAt: plusSeconds(at, CODE_LIFE),
          channels: SECRET_CHANNELS,
        });
        await (person === undefined
          ? sql`rollback to savepoint message`
          : sql`release savepoint message`
        ).execute(trx);
      });
      return { expires_in: CODE_LIFE };
    },

    /** Sets a new password and opens a session. @throws ApiError 400, 429 */
    async confirm(request: FastifyRequest, recovery: RecoveryByCode, network: string): Promise<TokenPair> {
      await limits.attempt(network);
      const { id, userId } = await codes.check('recovery', recovery.phone, recovery.code, network);
      if (userId === null) throw wrongCode();
      const person = await db
        .selectFrom('users')
        .select(['id', 'phone', 'last_name', 'first_name', 'father_name'])
        .where('id', '=', userId)
        .where('phone', '=', recovery.phone)
        .where('is_active', '=', true)
        .where('switched_off_at', 'is', null)
        .executeTakeFirst();
      if (person === undefined) throw wrongCode();
      const channels = await ready();
      return renewPassword(request, person, recovery.password, async (trx) => {
        await codes.use(trx, id);
        // With SMS available the code was also sent to the phone.
        await finishRecovery(trx, { userId, isByEmail: !channels.includes('sms') }, clock());
      });
    },
  };
}

import type { PhoneChange, PhoneChangeConfirmation, RecoveryStart } from '@referral-dashboard/api-contract';
import { writtenPhone } from '@referral-dashboard/api-contract';
import { type Author, audit, auditAll, toCause } from '../../audit/index.ts';
import { channelsFor, notifyAccountChange, sendTo } from '../../messages/index.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { mapUniqueViolation } from '../../platform/db/writes.ts';
import { conflict, invalid, noSuchObject } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Staff } from '../../platform/http/viewer.ts';
import type { RecordPartner } from '../join-card.ts';
import { checkOwnerRights, checkSignInOwnership } from '../sign-in-ownership.ts';
import { accountLinksRepo } from './account-links.repo.ts';
import { CODE_LIFE, type Codes, wrongCode } from './codes.ts';
import type { RecoveryLimits } from './recovery-limits.ts';

/** Checks the password of the caller. @throws ApiError 400, 429 */
export type WithPassword = (holder: Principal, password: string, network: string) => Promise<void>;

export type PhoneChangeDeps = {
  db: Db;
  clock: Clock;
  limits: RecoveryLimits;
  codes: Codes;
  checkPassword: WithPassword;
  recordPartner: RecordPartner;
};

const noSms = () =>
  conflict(
    'unavailable',
    'Подтвердить новый номер нечем: СМС не подключены. Номер изменит владелец организации, а единственному владельцу — тот, кто обслуживает сервер.',
  );

const phoneRefused = () => invalid({ phone: ['Этот номер указать нельзя. Проверьте его.'] });

const toPersonalChange = (subjectId: string, before: string, after: string) => ({
  subjectId,
  values: [{ field: 'phone', before, after }],
});

/** Changes the phone that a user signs in with. */
export function createPhoneChange({
  db,
  clock,
  limits,
  codes,
  checkPassword,
  recordPartner,
}: PhoneChangeDeps) {
  /** Sets the phone of a user and of the user's cards. Notifies the user on both phones. The caller holds the lock of the user's row. */
  async function set(trx: Db, userId: string, phone: string) {
    const at = clock();
    const { phone: previous } = await trx
      .selectFrom('users')
      .select('phone')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    if (previous === phone) return previous;
    const text = `Теперь для входа нужен номер ${writtenPhone(phone)}. Если это не вы, напишите в техподдержку.`;
    await sendTo(trx, { to: { phone: previous }, organizationId: null, title: 'Изменен телефон', text, at });
    await mapUniqueViolation('users_phone_key', phoneRefused, () =>
      trx
        .updateTable('users')
        .set({ phone, phone_changed_at: at, updated_at: at })
        .where('id', '=', userId)
        .execute(),
    );
    const cards = await mapUniqueViolation('partners_phone', phoneRefused, () =>
      trx
        .updateTable('partners')
        .set({ phone, updated_at: at })
        .where('user_id', '=', userId)
        .returning(['organization_id as organizationId', 'id as partnerId'])
        .execute(),
    );
    for (const card of cards) await recordPartner(trx, card, at);
    await notifyAccountChange(trx, userId, text, at);
    return previous;
  }

  /** Sets the phone of a user who belongs to this organization only. */
  const setFor = (
    staff: Staff,
    kind: 'employee' | 'partner',
    id: string,
    phone: string,
    findUser: (trx: Db) => Promise<string | null | undefined>,
  ) =>
    db.transaction().execute(async (trx) => {
      const userId = await findUser(trx);
      if (userId === undefined) throw noSuchObject();
      if (userId === null)
        throw conflict('in_use', 'Партнер еще не присоединился. Создайте карточку с новым номером.');
      await accountLinksRepo(trx).lockUser(userId);
      await checkSignInOwnership(trx, staff.organizationId, userId);
      const previous = await set(trx, userId, phone);
      // Checked again, because an invitation of another organization may use the new phone.
      await checkSignInOwnership(trx, staff.organizationId, userId);
      await audit(trx, {
        organizationId: staff.organizationId,
        actorId: staff.userId,
        requestId: staff.requestId,
        action: `${kind}.phone`,
        kind,
        objectId: id,
        at: clock(),
        diff: { changed: ['phone'] },
        personal: toPersonalChange(id, previous, phone),
      });
    });

  /** Writes a phone change by the user or the operator to the journal of every organization of the user. */
  async function recordChange(
    trx: Db,
    userId: string,
    { previous, phone }: { previous: string; phone: string },
    author: Author,
  ) {
    const cause = toCause(author, clock);
    const { organization_id } = await trx
      .selectFrom('users')
      .select('organization_id')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const cards = await trx
      .selectFrom('partners')
      .select(['organization_id', 'id'])
      .where('user_id', '=', userId)
      .execute();
    const staff =
      organization_id === null ? [] : [{ organization_id, id: userId, kind: 'employee' as const }];
    const objects = [...staff, ...cards.map((card) => ({ ...card, kind: 'partner' as const }))];
    await auditAll(
      trx,
      objects.map(({ organization_id: organizationId, id: objectId, kind }) => ({
        organizationId,
        objectId,
        kind,
        ...cause,
        action: `${kind}.phone`,
        diff: { changed: ['phone'] },
        personal: toPersonalChange(objectId, previous, phone),
      })),
    );
  }

  return {
    /**
     * Changes the phone of a user for the operator of the server.
     *
     * @returns false when no user has the phone `previous`.
     * @throws ApiError 400 when another user has the new phone.
     */
    byOperator: (previous: string, phone: string): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const user = await trx
          .selectFrom('users')
          .select('id')
          .where('phone', '=', previous)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (user === undefined) return false;
        await set(trx, user.id, phone);
        const author = { actorId: null, requestId: 'change-phone' };
        await recordChange(trx, user.id, { previous, phone }, author);
        return true;
      }),

    /** Sends a code to the new phone. The response does not show whether another user has it. @throws ApiError 400, 409, 429 */
    async start(
      holder: Principal,
      { phone, password }: PhoneChange,
      network: string,
    ): Promise<RecoveryStart> {
      const channels = await channelsFor(db, { phone }, null);
      if (!channels.some(({ channel }) => channel === 'sms')) throw noSms();
      await checkPassword(holder, password, network);
      await limits.send(network, phone);
      await db.transaction().execute(async (trx) => {
        const code = await codes.make(trx, 'phone', phone, holder.user.id, network);
        const at = clock();
        await sendTo(trx, {
          to: { phone },
          organizationId: null,
          title: 'Новый телефон',
          text: `Код для смены телефона: ${code}. Действует 15 минут. Никому его не говорите.`,
          isSecret: true,
          at,
          expiresAt: plusSeconds(at, CODE_LIFE),
          channels: ['sms'],
        });
      });
      return { expires_in: CODE_LIFE };
    },

    async confirm(
      holder: Principal,
      { phone, code }: PhoneChangeConfirmation,
      network: string,
      requestId: string,
    ) {
      await limits.attempt(network);
      const { id, userId } = await codes.check('phone', phone, code, network);
      if (userId === null || userId !== holder.user.id) throw wrongCode();
      await db.transaction().execute(async (trx) => {
        await accountLinksRepo(trx).lockUser(userId);
        await codes.use(trx, id);
        const previous = await set(trx, userId, phone);
        await recordChange(trx, userId, { previous, phone }, { actorId: userId, requestId });
      });
    },

    async ofEmployee(staff: Staff, id: string, phone: string) {
      await limits.namePhone(staff.organizationId, phone);
      await setFor(staff, 'employee', id, phone, async (trx) => {
        const employee = await accountLinksRepo(trx).employee(staff.organizationId, id);
        if (employee !== undefined)
          await checkOwnerRights(trx, { userId: staff.userId, now: clock() }, employee.id);
        return employee?.id;
      });
    },

    async ofPartner(staff: Staff, id: string, phone: string) {
      await limits.namePhone(staff.organizationId, phone);
      await setFor(
        staff,
        'partner',
        id,
        phone,
        async (trx) => (await accountLinksRepo(trx).card(staff.organizationId, id))?.user_id,
      );
    },
  };
}

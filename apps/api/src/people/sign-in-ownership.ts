import { sql } from 'kysely';
import { plusSeconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { ApiError, conflict } from '../platform/errors.ts';

const DAY = 24 * 60 * 60;

const sharedAccount = () =>
  conflict(
    'out_of_reach',
    'Этой учетной записью пользуется и другая организация, поэтому менять вход может только сам человек.',
  );

/**
 * Checks that a user belongs to one organization only, so that the organization may change how the user signs in. A card, a position or an
 * invitation of another organization counts. An application counts when its phone was confirmed or an organization approved it, because
 * an anonymous form must not restrict an organization.
 *
 * @param userId a user of the organization. The caller holds the lock of the row.
 * @throws ApiError 409 `out_of_reach`
 */
export async function checkSignInOwnership(trx: Db, organizationId: string, userId: string) {
  const { rows } = await sql`
    select from users u
    where u.id = ${userId} and (
      u.organization_id is not null and u.organization_id <> ${organizationId}
      or exists (select from partners p where p.organization_id <> ${organizationId}
                 and (p.user_id = u.id
                      or p.user_id is null and p.phone = u.phone and p.status in ('invited', 'active', 'blocked')))
      or exists (select from invitations i where i.organization_id <> ${organizationId}
                 and i.phone = u.phone and i.used_at is null and i.revoked_at is null))`.execute(trx);
  if (rows.length > 0) throw sharedAccount();
}

/** Returns whether the user became an owner less than a day ago. Founders have no date and are never new. */
export const isNewOwner = ({ owner_since }: { owner_since: Date | null }, now: Date) =>
  owner_since !== null && owner_since > plusSeconds(now, -DAY);

const newOwner = (detail: string) => `Вы стали владельцем меньше суток назад. ${detail}`;

/**
 * Returns the error 403 for an owner of less than a day. A thief of an access token can invite an owner; the other owners need time to notice
 * before that owner can remove them.
 */
export const newOwnerCannotRemove = () =>
  new ApiError({
    status: 403,
    body: {
      detail: newOwner('Менять должность и доступ других владельцев можно через сутки после назначения.'),
    },
  });

/**
 * Checks that an owner may change how an employee signs in. A stolen access token must not be enough to take over an account: neither the
 * owner's own account nor, through a newly invited owner, the account of another owner.
 *
 * @throws ApiError 409 `own_account`, `new_owner`
 */
export async function checkOwnerRights(trx: Db, owner: { userId: string; now: Date }, employeeId: string) {
  if (owner.userId === employeeId)
    throw conflict(
      'own_account',
      'Свой пароль и свой телефон меняют в профиле, раздел «Безопасность»: там нужен нынешний пароль.',
    );
  const caller = await ownerSince(trx, owner.userId);
  if (isNewOwner(caller, owner.now))
    throw conflict('new_owner', newOwner('Менять вход сотрудников можно через сутки после назначения.'));
}

const ownerSince = (trx: Db, userId: string) =>
  trx.selectFrom('users').select('owner_since').where('id', '=', userId).executeTakeFirstOrThrow();

/**
 * Checks that an owner may change the mail server or the Telegram bot, which can carry account messages of other employees, and create API
 * keys. The only user of an organization does not have to wait.
 *
 * @throws ApiError 409 `new_owner`
 */
export async function checkNewOwner(
  trx: Db,
  { organizationId, userId, now }: { organizationId: string; userId: string; now: Date },
) {
  if (!isNewOwner(await ownerSince(trx, userId), now)) return;
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '<>', userId)
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined)
    throw conflict(
      'new_owner',
      newOwner('Настроить почту, Telegram и ключи API можно через сутки после назначения.'),
    );
}

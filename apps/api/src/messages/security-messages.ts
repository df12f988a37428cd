import { formatActor } from '../audit/index.ts';
import type { Db } from '../platform/db/db.ts';
import type { Staff } from '../platform/http/viewer.ts';
import { notify } from './notify.ts';

/** Notifies a user of a sign-in from an unknown browser. */
export const notifySignIn = (trx: Db, userId: string, at: Date) =>
  notify(trx, {
    at,
    event: 'sign_in',
    organizationId: null,
    actorId: userId,
    person: {
      userId,
      title: 'Вход с нового устройства',
      text: 'В ваш профиль вошли с нового устройства. Если это не вы, смените пароль и завершите остальные входы.',
      path: '/profile',
    },
  });

/** Notifies a user on all available channels of a change of the sign-in data. */
export const notifyAccountChange = (trx: Db, userId: string, text: string, at: Date) =>
  notify(trx, {
    at,
    event: 'account_changed',
    organizationId: null,
    actorId: userId,
    person: { userId, title: 'Изменены данные для входа', text, path: '/profile' },
  });

const findName = async (trx: Db, userId: string): Promise<string> => {
  const user = await trx
    .selectFrom('users')
    .select(['last_name', 'first_name', 'father_name', 'phone'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return (user && formatActor(user)) ?? '';
};

/** Notifies the owners of an organization of a new owner. */
export async function notifyOwnerChange(trx: Db, userId: string, organizationId: string, at: Date) {
  await notify(trx, {
    organizationId,
    at,
    event: 'owner_added',
    actorId: userId,
    staff: {
      title: 'Новый владелец',
      text: `Новый владелец организации: ${await findName(trx, userId)}. Если вы этого не ожидали, отключите его в разделе «Команда» и смените свой пароль.`,
      path: '/profile/team',
    },
  });
}

/** Notifies the owners of an organization of the export of a list by one of its users. */
export async function notifyExport(
  trx: Db,
  { organizationId, userId, list, at }: { organizationId: string; userId: string; list: string; at: Date },
) {
  const name = await findName(trx, userId);
  await notify(trx, {
    organizationId,
    at,
    event: 'export_made',
    actorId: userId,
    staff: { title: `Выгружен файл «${list}»`, text: `Список «${list}» выгружен в файл: ${name}.` },
  });
}

/**
 * Notifies the owners of an organization, the one who made the change included, of a change of its mail server or bot, because account
 * messages may use them.
 */
export async function notifySenderChange(
  trx: Db,
  { organizationId, userId: actorId }: Staff,
  { title, text }: { title: string; text: string },
  at: Date,
) {
  const owners = await trx
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('position', '=', 'owner')
    .execute();
  for (const { id: userId } of owners) {
    const message = {
      title,
      text: `${text} Если это сделали не вы и не другой владелец, смените пароль и проверьте настройки.`,
      path: '/profile/organization',
    };
    const person = { ...message, userId };
    await notify(trx, { at, event: 'account_changed', organizationId, actorId, person });
  }
}

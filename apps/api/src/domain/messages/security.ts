import type { Db } from '../../platform/db/db.ts';
import { actorOf } from '../audit.ts';
import { tell } from './tell.ts';

/** Tells a person that somebody has signed in with its password from a browser that was not seen before. */
export const tellOfSignIn = (trx: Db, userId: string, at: Date) =>
  tell(trx, {
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

/** Tells a person, by every way there is, that how it signs in has changed. */
export const tellOfAccount = (trx: Db, userId: string, text: string, at: Date) =>
  tell(trx, {
    at,
    event: 'account_changed',
    organizationId: null,
    actorId: userId,
    person: { userId, title: 'Изменены данные для входа', text, path: '/profile' },
  });

/** Tells an organization's owners that one of its people has taken a list out as a file. */
export async function tellOfExport(
  trx: Db,
  { organizationId, userId, list, at }: { organizationId: string; userId: string; list: string; at: Date },
) {
  const actor = await trx
    .selectFrom('users')
    .select(['last_name', 'first_name', 'father_name', 'phone'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const name = (actor && actorOf(actor)) ?? '';
  await tell(trx, {
    organizationId,
    at,
    event: 'export_made',
    actorId: userId,
    staff: { title: `Выгружен файл «${list}»`, text: `Список «${list}» выгружен в файл: ${name}.` },
  });
}

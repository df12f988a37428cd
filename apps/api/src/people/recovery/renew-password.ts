import type { TokenPair } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import { notifyAccountChange } from '../../messages/index.ts';
import type { Db } from '../../platform/db/db.ts';

/** A new password and a new session in place of all that there were; whoever keeps passwords passes this in. */
export type RenewPassword = (
  request: FastifyRequest,
  person: Record<'id' | 'phone' | 'last_name' | 'first_name' | 'father_name', string>,
  password: string,
  allow: (trx: Db) => Promise<void>,
) => Promise<TokenPair>;

const PASSWORD_CHANGED =
  'Задан новый пароль, все прежние входы завершены. Если это не вы, восстановите пароль снова и напишите в техподдержку.';

const SET_UP_AGAIN = 'Подтвердите почту и подключите Telegram в профиле снова.';

type Recovered = { userId: string; isByEmail: boolean };

/**
 * Notifies the user of a new password. Unless the e-mail alone proved the user, the e-mail becomes unconfirmed and Telegram is unlinked: an
 * inviter can join for another person's phone, confirm an own address and wait until that person recovers the account.
 */
export async function finishRecovery(trx: Db, { userId, isByEmail }: Recovered, at: Date) {
  const isForgotten = !isByEmail && (await hasContacts(trx, userId));
  // Before the contacts are forgotten, so that the owner of the former ones is notified too.
  const text = isForgotten ? `${PASSWORD_CHANGED} ${SET_UP_AGAIN}` : PASSWORD_CHANGED;
  await notifyAccountChange(trx, userId, text, at);
  if (isByEmail) return;
  await trx.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', userId).execute();
  await trx.deleteFrom('telegram_starts').where('user_id', '=', userId).execute();
  await trx.deleteFrom('telegram_chats').where('user_id', '=', userId).execute();
}

async function hasContacts(trx: Db, userId: string): Promise<boolean> {
  const user = await trx
    .selectFrom('users as u')
    .select('u.email_confirmed_at')
    .select((of) =>
      of.exists(of.selectFrom('telegram_chats as t').whereRef('t.user_id', '=', 'u.id')).as('has_chat'),
    )
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  return user.email_confirmed_at !== null || user.has_chat === true;
}

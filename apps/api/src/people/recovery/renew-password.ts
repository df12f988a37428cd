import type { TokenPair } from '@referral-dashboard/api-contract';
import type { FastifyRequest } from 'fastify';
import { notifyAccountChange } from '../../messages/index.ts';
import type { Db } from '../../platform/db/db.ts';

/** Sets a new password, ends all sessions of the user and opens a new one. `allow` throws to refuse. */
export type RenewPassword = (
  request: FastifyRequest,
  person: Record<'id' | 'phone' | 'last_name' | 'first_name' | 'father_name', string>,
  password: string,
  allow: (trx: Db) => Promise<void>,
) => Promise<TokenPair>;

const PASSWORD_CHANGED =
  'Задан новый пароль, все прежние входы завершены. Если это не вы, восстановите пароль снова и напишите в техподдержку.';

const SET_UP_AGAIN = 'Подтвердите почту и подключите Telegram в профиле снова.';

type RecoveryResult = { userId: string; isByEmail: boolean };

/**
 * Notifies the user of a new password. Unless the user was authenticated by e-mail, it also marks the e-mail as unconfirmed and unlinks
 * Telegram. Otherwise an attacker who joined with another person's phone could confirm their own contacts and keep access after that
 * person recovers the account.
 */
export async function finishRecovery(trx: Db, { userId, isByEmail }: RecoveryResult, at: Date) {
  const removesContacts = !isByEmail && (await hasContacts(trx, userId));
  // Before the contacts are removed, so that their owner is notified as well.
  const text = removesContacts ? `${PASSWORD_CHANGED} ${SET_UP_AGAIN}` : PASSWORD_CHANGED;
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
    .select((builder) =>
      builder
        .exists(builder.selectFrom('telegram_chats as t').whereRef('t.user_id', '=', 'u.id'))
        .as('has_chat'),
    )
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  return user.email_confirmed_at !== null || user.has_chat === true;
}

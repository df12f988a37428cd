import { createHash, randomBytes } from 'node:crypto';
import type { TelegramLink } from '@referral-dashboard/api-contract';
import { tellOfAccount } from '../../domain/messages/security.ts';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { type TelegramApi, TelegramError } from './channels/telegram-api.ts';

const LIFE_SECONDS = 15 * 60;
/** Telegram takes at most 64 characters of `A-Za-z0-9_-`. */
const BYTES = 32;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

const notNow = () => conflict('closed', 'Telegram сейчас не отвечает. Повторите позже.');
const notSetUp = () => conflict('closed', 'На этом сервере Telegram не подключен.');

const LINKED =
  'К вашему профилю подключен Telegram: туда приходят уведомления. Если это не вы, отключите его в профиле и смените пароль.';

/** Links between people and their chats with the bot. */
export function createTelegramLinks(db: Db, clock: Clock, bot: TelegramApi | undefined) {
  let name: string | undefined;

  return {
    /** An address that links whoever opens it in Telegram, once, in place of the one there was. @throws ApiError 409 */
    async begin(userId: string): Promise<TelegramLink> {
      if (bot === undefined) throw notSetUp();
      try {
        name ??= await bot.name();
      } catch (error) {
        throw error instanceof TelegramError ? notNow() : error;
      }
      const token = randomBytes(BYTES).toString('base64url');
      const expires_at = plusSeconds(clock(), LIFE_SECONDS);
      const start = { token_hash: hashOf(token), expires_at };
      await db
        .insertInto('telegram_starts')
        .values({ ...start, user_id: userId })
        .onConflict((clash) => clash.column('user_id').doUpdateSet(start))
        .execute();
      return { url: `https://t.me/${name}?start=${token}`, expires_at: expires_at.toISOString() };
    },

    async end(userId: string) {
      await db.deleteFrom('telegram_chats').where('user_id', '=', userId).execute();
    },

    /** Links a chat to who was given the token. @returns false for a token that is none. */
    async accept(trx: Db, token: string, chat_id: string): Promise<boolean> {
      const found = await trx
        .deleteFrom('telegram_starts')
        .where('token_hash', '=', hashOf(token))
        .where('expires_at', '>', clock())
        .returning('user_id')
        .executeTakeFirst();
      if (found === undefined) return false;
      // Before the chat is linked: the former channels are notified, an attacker's chat is not.
      await tellOfAccount(trx, found.user_id, LINKED, clock());
      await trx.deleteFrom('telegram_chats').where('chat_id', '=', chat_id).execute();
      const link = { chat_id, linked_at: clock() };
      await trx
        .insertInto('telegram_chats')
        .values({ ...found, ...link })
        .onConflict((clash) => clash.column('user_id').doUpdateSet(link))
        .execute();
      return true;
    },

    async leave(trx: Db, chat: string) {
      await trx.deleteFrom('telegram_chats').where('chat_id', '=', chat).execute();
    },
  };
}

export type TelegramLinks = ReturnType<typeof createTelegramLinks>;

import { createHash, randomBytes } from 'node:crypto';
import type { TelegramLink, TelegramQuery } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { type TelegramApi, TelegramError } from '../channels/telegram-api.ts';
import { isReader } from '../recipients.ts';
import { notifyAccountChange } from '../security-messages.ts';
import { type Bot, botsOfUser, dropFormerChats, saveBotName } from './bots.ts';

const LIFE_SECONDS = 15 * 60;
/** Telegram takes at most 64 characters of `A-Za-z0-9_-`. */
const BYTES = 32;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

export const telegramIsSilent = () => conflict('closed', 'Сейчас Telegram не отвечает. Повторите позже.');
const noBot = () => conflict('closed', 'Пока Telegram не подключен.');
const noSuchBot = () => conflict('closed', 'Этот бот больше не используется. Обновите страницу.');

const LINKED =
  'К вашему профилю подключен Telegram: туда приходят уведомления. Если это не вы, отключите его в профиле и смените пароль.';

/**
 * Links between users and their chats with bots.
 *
 * @param server the bot of the server's settings, whose name is unknown until Telegram answers.
 */
export function createTelegramLinks(db: Db, clock: Clock, server: TelegramApi | undefined) {
  async function nameOfServer(id: string) {
    try {
      if (server === undefined) throw noSuchBot();
      const name = await server.name();
      await saveBotName(db, { id, isOfServer: true }, name);
      return name;
    } catch (error) {
      throw error instanceof TelegramError ? telegramIsSilent() : error;
    }
  }

  return {
    /** An address that links the chat that opens it, once. @throws ApiError 409 */
    async begin(userId: string, { bot: id }: TelegramQuery): Promise<TelegramLink> {
      const bots = await botsOfUser(db, userId);
      const bot = id === undefined ? bots[0] : bots.find((one) => one.id === id);
      if (bot === undefined) throw bots.length === 0 ? noBot() : noSuchBot();
      const name = bot.name || (await nameOfServer(bot.id));
      const token = randomBytes(BYTES).toString('base64url');
      const expires_at = plusSeconds(clock(), LIFE_SECONDS);
      const start = { token_hash: hashOf(token), expires_at };
      await db
        .insertInto('telegram_starts')
        .values({ ...start, user_id: userId, bot_id: bot.id })
        .onConflict((clash) => clash.columns(['user_id', 'bot_id']).doUpdateSet(start))
        .execute();
      return { url: `https://t.me/${name}?start=${token}`, expires_at: expires_at.toISOString() };
    },

    /** Ends the link with a bot and those with former bots, or every link. */
    async end(userId: string, { bot }: TelegramQuery) {
      await db
        .deleteFrom('telegram_chats')
        .where('user_id', '=', userId)
        .$if(bot !== undefined, (query) => query.where('bot_id', '=', bot ?? ''))
        .execute();
      await dropFormerChats(db, userId);
    },

    /** Links a chat to the user who was given the token, in place of chats with former bots. @returns false for an unknown token. */
    async accept(trx: Db, bot: Omit<Bot, 'token'>, token: string, chat_id: string): Promise<boolean> {
      const bot_id = bot.id;
      const found = await trx
        .deleteFrom('telegram_starts')
        .where('token_hash', '=', hashOf(token))
        .where('bot_id', '=', bot_id)
        .where('expires_at', '>', clock())
        .returning('user_id')
        .executeTakeFirst();
      if (found === undefined) return false;
      // Before the chat is linked: the former channels are notified, an attacker's chat is not.
      await notifyAccountChange(trx, found.user_id, LINKED, clock());
      const { user_id } = found;
      await dropFormerChats(trx, user_id);
      await trx
        .deleteFrom('telegram_chats')
        .where('bot_id', '=', bot_id)
        .where('chat_id', '=', chat_id)
        .execute();
      const sender_id = bot.isOfServer ? null : await senderOf(trx, bot_id, user_id);
      const link = { chat_id, sender_id, linked_at: clock() };
      await trx
        .insertInto('telegram_chats')
        .values({ ...link, user_id, bot_id })
        .onConflict((clash) => clash.columns(['user_id', 'bot_id']).doUpdateSet(link))
        .execute();
      return true;
    },

    async leave(trx: Db, bot: string, chat: string) {
      await trx.deleteFrom('telegram_chats').where('bot_id', '=', bot).where('chat_id', '=', chat).execute();
    },
  };
}

/** The organization whose messages a bot sends to a user. */
async function senderOf(trx: Db, botId: string, userId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('organization_telegram as o')
    .select('o.organization_id')
    .where('o.bot_id', '=', botId)
    .where(isReader(sql`o.organization_id`, sql`${userId}::uuid`))
    .limit(1)
    .executeTakeFirst();
  return row?.organization_id ?? null;
}

export type TelegramLinks = ReturnType<typeof createTelegramLinks>;

import type { TelegramLink, TelegramQuery } from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { conflict } from '../../platform/errors.ts';
import { hashToken, newToken } from '../../platform/one-time-token.ts';
import { type TelegramApi, TelegramError } from '../channels/telegram-api.ts';
import { isReader } from '../recipients.ts';
import { notifyAccountChange } from '../security-messages.ts';
import { type Bot, botsOfUser, dropFormerChats, saveBotName } from './bots.ts';

const LIFE_SECONDS = 15 * 60;

export const telegramUnavailable = () => conflict('closed', 'Сейчас Telegram не отвечает. Повторите позже.');
const noBot = () => conflict('closed', 'Пока Telegram не подключен.');
const noSuchBot = () => conflict('closed', 'Этот бот больше не используется. Обновите страницу.');

const LINKED =
  'К вашему профилю подключен Telegram: туда приходят уведомления. Если это не вы, отключите его в профиле и смените пароль.';

/**
 * Links users with their Telegram chats.
 *
 * @param server API of the server's bot. Its name is unknown until Telegram responds.
 */
export function createTelegramLinks(db: Db, clock: Clock, server: TelegramApi | undefined) {
  /** Requests and saves the name of the server's bot. @throws ApiError 409 */
  async function nameOfServer(id: string) {
    try {
      if (server === undefined) throw noSuchBot();
      const name = await server.name();
      await saveBotName(db, { id, isOfServer: true }, name);
      return name;
    } catch (error) {
      throw error instanceof TelegramError ? telegramUnavailable() : error;
    }
  }

  return {
    /** Creates a one-time URL that links the chat in which it is opened. @throws ApiError 409 */
    async begin(userId: string, { bot: id }: TelegramQuery): Promise<TelegramLink> {
      const bots = await botsOfUser(db, userId);
      const bot = id === undefined ? bots[0] : bots.find((candidate) => candidate.id === id);
      if (bot === undefined) throw bots.length === 0 ? noBot() : noSuchBot();
      const name = bot.name || (await nameOfServer(bot.id));
      const token = newToken();
      const expires_at = plusSeconds(clock(), LIFE_SECONDS);
      const start = { token_hash: hashToken(token), expires_at };
      await db
        .insertInto('telegram_starts')
        .values({ ...start, user_id: userId, bot_id: bot.id })
        .onConflict((conflict) => conflict.columns(['user_id', 'bot_id']).doUpdateSet(start))
        .execute();
      return { url: `https://t.me/${name}?start=${token}`, expires_at: expires_at.toISOString() };
    },

    /** Unlinks a bot and all previous bots, or every bot when none is given. */
    async end(userId: string, { bot }: TelegramQuery) {
      await db
        .deleteFrom('telegram_chats')
        .where('user_id', '=', userId)
        .$if(bot !== undefined, (query) => query.where('bot_id', '=', bot ?? ''))
        .execute();
      await dropFormerChats(db, userId);
    },

    /** Links a chat to the user of a token and unlinks previous bots. Notifies the user. @returns false for an unknown token. */
    async accept(trx: Db, bot: Omit<Bot, 'token'>, token: string, chat_id: string): Promise<boolean> {
      const bot_id = bot.id;
      const start = await trx
        .deleteFrom('telegram_starts')
        .where('token_hash', '=', hashToken(token))
        .where('bot_id', '=', bot_id)
        .where('expires_at', '>', clock())
        .returning('user_id')
        .executeTakeFirst();
      if (start === undefined) return false;
      // Before the chat is linked, so that the existing channels receive it and an attacker's chat does not.
      await notifyAccountChange(trx, start.user_id, LINKED, clock());
      const { user_id } = start;
      await dropFormerChats(trx, user_id);
      await trx
        .deleteFrom('telegram_chats')
        .where('bot_id', '=', bot_id)
        .where('chat_id', '=', chat_id)
        .execute();
      const sender_id = bot.isOfServer ? null : await findSender(trx, bot_id, user_id);
      const link = { chat_id, sender_id, linked_at: clock() };
      await trx
        .insertInto('telegram_chats')
        .values({ ...link, user_id, bot_id })
        .onConflict((conflict) => conflict.columns(['user_id', 'bot_id']).doUpdateSet(link))
        .execute();
      return true;
    },

    /** Unlinks a chat from a bot. */
    async leave(trx: Db, bot: string, chat: string) {
      await trx.deleteFrom('telegram_chats').where('bot_id', '=', bot).where('chat_id', '=', chat).execute();
    },
  };
}

/** Organization whose messages a bot sends to a user; null when the bot belongs to the server or to another organization. */
async function findSender(trx: Db, botId: string, userId: string): Promise<string | null> {
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

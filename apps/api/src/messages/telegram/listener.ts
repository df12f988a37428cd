import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { type TelegramApi, TelegramError, type TelegramUpdate } from '../channels/telegram-api.ts';
import { cooldownAfter } from '../cooldown.ts';
import { type Bot, saveBotName } from './bots.ts';
import type { TelegramLinks } from './links.ts';

/** Timeout of long polling, in seconds. */
const POLL_SECONDS = 25;
/** Seconds for which a process locks the bot, because Telegram allows one reader per bot. */
const LOCK_SECONDS = 60;
/** Seconds until the next attempt when another process holds the lock. */
const RETRY_SECONDS = 10;

const REPLIES = {
  linked: 'Уведомления подключены. Чтобы отключить их, отправьте /stop.',
  unknown: 'Ссылка не действует. Получите новую в личном кабинете: «Профиль», вкладка «Уведомления».',
  left: 'Уведомления отключены. Подключить их снова можно в личном кабинете.',
  help: 'Этот бот присылает уведомления. Подключить его можно в личном кабинете: «Профиль», вкладка «Уведомления».',
};

export type ListenerDeps = {
  db: Db;
  clock: Clock;
  api: TelegramApi;
  bot: Omit<Bot, 'token'>;
  links: TelegramLinks;
  /** Called when a reply cannot be sent. */
  onError: (error: unknown) => void;
};

export type Listener = ReturnType<typeof createListener>;

/** Reads the updates of one bot. Only one process does so at a time, and each update is processed once. */
export function createListener({ db, clock, api, bot, links, onError }: ListenerDeps) {
  const holderId = randomUUID();
  const stopping = new AbortController();
  let isNameSaved = false;
  let restsUntil = new Date(0);
  let failures = 0;

  /** Locks the bot or extends the lock. @returns the number of the next update, or undefined while another process holds the lock. */
  async function lock(): Promise<number | undefined> {
    const now = clock();
    const { rows } = await sql<{ next_update: number }>`
      insert into telegram_polls (bot, holder, held_until, next_update) values (${bot.id}, ${holderId}, ${plusSeconds(now, LOCK_SECONDS)}, 0)
      on conflict (bot) do update set holder = excluded.holder, held_until = excluded.held_until
      where telegram_polls.holder = ${holderId} or telegram_polls.held_until <= ${now}
      returning next_update`.execute(db);
    return rows[0]?.next_update;
  }

  const release = () =>
    db
      .updateTable('telegram_polls')
      .set({ held_until: clock() })
      .where('bot', '=', bot.id)
      .where('holder', '=', holderId)
      .execute();

  /** Executes the command in an update. @returns the reply. */
  async function execute(
    trx: Db,
    { message }: TelegramUpdate,
  ): Promise<{ chat: string; text: string } | undefined> {
    if (message === undefined || message.chat.type !== 'private') return undefined;
    const chat = String(message.chat.id);
    const [command, token] = (message.text ?? '').trim().split(/\s+/);
    if (command === '/stop') {
      await links.leave(trx, bot.id, chat);
      return { chat, text: REPLIES.left };
    }
    if (command !== '/start' || token === undefined) return { chat, text: REPLIES.help };
    return { chat, text: (await links.accept(trx, bot, token, chat)) ? REPLIES.linked : REPLIES.unknown };
  }

  async function saveName() {
    if (isNameSaved) return;
    await saveBotName(db, bot, await api.name());
    isNameSaved = true;
  }

  /** Reads and processes new updates. @returns false while another process holds the lock. */
  async function listen(wait: number, signal: AbortSignal): Promise<boolean> {
    await saveName();
    const next = await lock();
    if (next === undefined) return false;
    const updates = await api.updates(next, wait, signal).catch(async (error: unknown) => {
      // Released, because another process may have a valid token of the same bot.
      await release();
      throw error;
    });
    for (const update of updates) {
      const reply = await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('telegram_polls')
          .set({ next_update: update.update_id + 1 })
          .where('bot', '=', bot.id)
          .where('holder', '=', holderId)
          .where('next_update', '<=', update.update_id)
          .executeTakeFirstOrThrow();
        return numUpdatedRows === 0n ? undefined : execute(trx, update);
      });
      // The update is processed even when the reply cannot be sent.
      if (reply !== undefined) await api.send(reply.chat, reply.text).catch(onError);
    }
    return true;
  }

  const rest = (seconds: number) => {
    restsUntil = plusSeconds(clock(), seconds);
  };

  /** Waits for updates and processes them. Does nothing during the rest after a failure. */
  async function poll(signal: AbortSignal) {
    if (restsUntil > clock()) return;
    const stopSignal = AbortSignal.any([signal, stopping.signal]);
    try {
      if (!(await listen(POLL_SECONDS, stopSignal))) rest(RETRY_SECONDS);
      failures = 0;
    } catch (error) {
      if (stopSignal.aborted) return;
      const retryAfter = error instanceof TelegramError ? error.retryAfter : null;
      rest(retryAfter ?? cooldownAfter(failures));
      failures += 1;
      throw error;
    }
  }

  return {
    listen: () => listen(0, stopping.signal),
    poll,
    /** Ends the current poll and releases the bot for other processes. */
    async close() {
      stopping.abort();
      await release();
    },
  };
}

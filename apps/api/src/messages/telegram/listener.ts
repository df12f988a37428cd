import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { type TelegramApi, TelegramError, type TelegramUpdate } from '../channels/telegram-api.ts';
import { pause } from '../pause.ts';
import { type Bot, saveBotName } from './bots.ts';
import type { TelegramLinks } from './links.ts';

/** Seconds for which Telegram holds a request that has no update yet. */
const WAIT = 25;
/** Seconds for which a process holds the bot: Telegram serves one reader. */
const HOLD = 60;
/** Seconds after which a bot that another process holds is tried again. */
const REST = 10;
/** Seconds after each failure in a row. */
const RESTS = [10, 30, 60, 300] as const;

const WORDS = {
  linked: 'Уведомления подключены. Чтобы отключить их, отправьте /stop.',
  unknown: 'Ссылка не действует. Получите новую в личном кабинете: «Профиль», вкладка «Уведомления».',
  left: 'Уведомления отключены. Подключить их снова можно в личном кабинете.',
  help: 'Этот бот присылает уведомления. Подключить его можно в личном кабинете: «Профиль», вкладка «Уведомления».',
};

export type ListenerParts = {
  db: Db;
  clock: Clock;
  api: TelegramApi;
  bot: Omit<Bot, 'token'>;
  links: TelegramLinks;
  onError: (error: unknown) => void;
};

export type Listener = ReturnType<typeof createListener>;

/** Reads the updates of one bot. One process does at a time, and reads no update twice. */
export function createListener({ db, clock, api, bot, links, onError }: ListenerParts) {
  const me = randomUUID();
  const ending = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let isNamed = false;

  /** @returns the number of the next update; undefined while another process listens. */
  async function hold(): Promise<number | undefined> {
    const now = clock();
    const { rows } = await sql<{ next_update: number }>`
      insert into telegram_polls (bot, holder, held_until, next_update) values (${bot.id}, ${me}, ${plusSeconds(now, HOLD)}, 0)
      on conflict (bot) do update set holder = excluded.holder, held_until = excluded.held_until
      where telegram_polls.holder = ${me} or telegram_polls.held_until <= ${now}
      returning next_update`.execute(db);
    return rows[0]?.next_update;
  }

  const release = () =>
    db
      .updateTable('telegram_polls')
      .set({ held_until: clock() })
      .where('bot', '=', bot.id)
      .where('holder', '=', me)
      .execute();

  /** Carries out the command of an update. @returns the answer to it. */
  async function obey(
    trx: Db,
    { message }: TelegramUpdate,
  ): Promise<{ chat: string; text: string } | undefined> {
    if (message === undefined || message.chat.type !== 'private') return undefined;
    const chat = String(message.chat.id);
    const [command, token] = (message.text ?? '').trim().split(/\s+/);
    if (command === '/stop') {
      await links.leave(trx, bot.id, chat);
      return { chat, text: WORDS.left };
    }
    if (command !== '/start' || token === undefined) return { chat, text: WORDS.help };
    return { chat, text: (await links.accept(trx, bot, token, chat)) ? WORDS.linked : WORDS.unknown };
  }

  async function saveName() {
    if (isNamed) return;
    await saveBotName(db, bot, await api.name());
    isNamed = true;
  }

  /** Reads the new updates. @returns whether to continue at once. */
  async function listen(wait: number): Promise<boolean> {
    await saveName();
    const next = await hold();
    if (next === undefined) return false;
    const updates = await api.updates(next, wait, ending.signal).catch(async (error: unknown) => {
      // Another token of the same bot may work.
      await release();
      throw error;
    });
    for (const update of updates) {
      const answer = await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('telegram_polls')
          .set({ next_update: update.update_id + 1 })
          .where('bot', '=', bot.id)
          .where('holder', '=', me)
          .where('next_update', '<=', update.update_id)
          .executeTakeFirstOrThrow();
        return numUpdatedRows === 0n ? undefined : obey(trx, update);
      });
      // The update is done, whether the answer arrives or not.
      if (answer !== undefined) await api.send(answer.chat, answer.text).catch(onError);
    }
    return true;
  }

  async function serve() {
    let failures = 0;
    while (!ending.signal.aborted) {
      let rest: number = REST;
      try {
        if (await listen(WAIT)) rest = 0;
        failures = 0;
      } catch (error) {
        if (ending.signal.aborted) return;
        const retryAfter = error instanceof TelegramError ? error.retryAfter : null;
        rest = retryAfter ?? RESTS[Math.min(failures, RESTS.length - 1)] ?? REST;
        failures += 1;
        onError(error);
      }
      if (rest > 0) await pause(rest * 1000, ending.signal);
    }
  }

  return {
    listen,
    start() {
      running = serve();
    },
    async stop() {
      ending.abort();
      await running;
      await release();
    },
  };
}

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Clock, plusSeconds } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { type TelegramApi, TelegramError, type TelegramUpdate } from './channels/telegram-api.ts';
import { pause } from './pause.ts';
import type { TelegramLinks } from './telegram-links.ts';

/** Seconds for which Telegram holds a question that has no answer yet. */
const WAIT = 25;
/** Seconds for which a process holds the bot: Telegram talks to one listener. */
const HOLD = 60;
/** Seconds after which another try is made. */
const REST = 10;

const WORDS = {
  linked: 'Уведомления подключены. Чтобы отключить их, отправьте /stop.',
  unknown: 'Ссылка не действует. Получите новую в личном кабинете: «Профиль», вкладка «Уведомления».',
  left: 'Уведомления отключены. Подключить их снова можно в личном кабинете.',
  help: 'Этот бот присылает уведомления. Подключить его можно в личном кабинете: «Профиль», вкладка «Уведомления».',
};

export type BotParts = {
  db: Db;
  clock: Clock;
  api: TelegramApi;
  links: TelegramLinks;
  onError: (error: unknown) => void;
};

/** Listens to what people write to the bot. One process does at a time, and reads no update twice. */
export function createBot({ db, clock, api, links, onError }: BotParts) {
  const me = randomUUID();
  const ending = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  /** @returns the number of the next update; undefined while another process listens. */
  async function hold(): Promise<number | undefined> {
    const now = clock();
    const { rows } = await sql<{ next_update: number }>`
      insert into telegram_polls (bot, holder, held_until, next_update) values ('', ${me}, ${plusSeconds(now, HOLD)}, 0)
      on conflict (bot) do update set holder = excluded.holder, held_until = excluded.held_until
      where telegram_polls.holder = ${me} or telegram_polls.held_until <= ${now}
      returning next_update`.execute(db);
    return rows[0]?.next_update;
  }

  /** Does what an update asks for. @returns the answer to it. */
  async function obey(
    trx: Db,
    { message }: TelegramUpdate,
  ): Promise<{ chat: string; text: string } | undefined> {
    if (message === undefined || message.chat.type !== 'private') return undefined;
    const chat = String(message.chat.id);
    const [command, token] = (message.text ?? '').trim().split(/\s+/);
    if (command === '/stop') {
      await links.leave(trx, chat);
      return { chat, text: WORDS.left };
    }
    if (command !== '/start' || token === undefined) return { chat, text: WORDS.help };
    return { chat, text: (await links.accept(trx, token, chat)) ? WORDS.linked : WORDS.unknown };
  }

  /** Reads what has come. @returns whether to go on at once. */
  async function listen(wait: number): Promise<boolean> {
    const next = await hold();
    if (next === undefined) return false;
    for (const update of await api.updates(next, wait, ending.signal)) {
      const answer = await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('telegram_polls')
          .set({ next_update: update.update_id + 1 })
          .where('holder', '=', me)
          .where('next_update', '<=', update.update_id)
          .executeTakeFirstOrThrow();
        return numUpdatedRows === 0n ? undefined : obey(trx, update);
      });
      // Done is done, whether the answer arrives or not.
      if (answer !== undefined) await api.send(answer.chat, answer.text).catch(onError);
    }
    return true;
  }

  async function serve() {
    while (!ending.signal.aborted) {
      let rest = REST;
      try {
        if (await listen(WAIT)) rest = 0;
      } catch (error) {
        if (ending.signal.aborted) return;
        if (error instanceof TelegramError && error.retryAfter !== null) rest = error.retryAfter;
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
      await db.updateTable('telegram_polls').set({ held_until: clock() }).where('holder', '=', me).execute();
    },
  };
}

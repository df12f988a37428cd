import type {
  Delivery,
  Message,
  MessageSettings,
  Page,
  TelegramLink,
} from '@referral-dashboard/api-contract';
import { confirmEmail } from './emails.ts';
import { fakeTelegram, getStartCommand } from './telegram.ts';
import { api, type Caller, createWorld, ok, type World } from './world.ts';

const BOT = '123456:ABC';
const NOON = new Date('2026-11-23T09:00:00Z');

export type Recipients = Awaited<ReturnType<typeof createRecipients>>;

/** Creates a world that records e-mails and SMS without sending them and uses a fake Telegram. */
export async function createRecipients() {
  const fake = fakeTelegram();
  const telegram = fake.add(BOT, 'okna_bot');
  const world: World = await createWorld({
    messages: { isRehearsed: true, telegram: BOT },
    fetch: fake.fetch,
  });
  return {
    world,
    telegram,
    /** Deletes all messages and sets the clock to noon. */
    async reset() {
      await world.server.db.deleteFrom('messages').execute();
      world.server.setClock(NOON);
      Object.assign(telegram, { updates: [], sent: [], status: 200 });
    },
    outbox: async (caller = world.boss) =>
      ok<Page<Delivery> & { is_rehearsal: boolean }>(await caller.get(`${api}/deliveries/?page_size=100`)),
    /** Creates a partner with a confirmed e-mail who participates in a program. */
    async enrolled() {
      const program = await world.program();
      const { card, caller } = await world.partner();
      await confirmEmail(world, caller, 'oleg@example.ru');
      await world.enroll(program.id, card.id);
      await world.server.db.deleteFrom('messages').execute();
      return { program, card, caller };
    },
    /** Links a user to a chat, as the button «Запустить» does. */
    async link(caller: Caller, chat: number, text?: string) {
      const { url } = ok<TelegramLink>(await caller.post('/api/messages/telegram/'));
      fake.write(telegram, chat, text ?? getStartCommand(url));
      await world.server.readBots();
      return url;
    },
  };
}

export const readBell = async (caller: Caller) =>
  ok<Page<Message>>(await caller.get('/api/messages/')).results;
export const readSettings = async (caller: Caller) =>
  ok<MessageSettings>(await caller.get('/api/messages/settings/'));

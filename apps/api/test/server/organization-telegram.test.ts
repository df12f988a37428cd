import type {
  Delivery,
  HomeStart,
  JournalEntry,
  MessageSettings,
  Senders,
  SenderTest,
  TelegramLink,
  User,
} from '@referral-dashboard/api-contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { telegram as channelOf } from '../../src/messages/channels/telegram.ts';
import { createTelegramApi } from '../../src/messages/channels/telegram-api.ts';
import { createDelivery } from '../../src/messages/delivery/delivery.ts';
import { TELEGRAM_TOKENS } from '../../src/messages/senders/organization-telegram.ts';
import { createSealer } from '../../src/platform/sealed.ts';
import { TEST_SECRET } from '../../src/testing/options.ts';
import { confirmEmail } from '../setup/emails.ts';
import { type FakeBot, fakeTelegram, getStartCommand } from '../setup/telegram.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const SENDERS = `${api}/senders/`;
const TELEGRAM = `${SENDERS}telegram/`;
const OWN = '/api/messages/telegram/';
const TOKEN = '111:first-secret';
const DAY = 24 * 60 * 60;
const NOON = new Date('2026-11-23T09:00:00Z');

let world: World;
let telegram: ReturnType<typeof fakeTelegram>;
let bot: FakeBot;

const open = async (more: object = {}) => {
  telegram = fakeTelegram();
  bot = telegram.add(TOKEN, 'okna_bot');
  const messages = { isRehearsed: true, ...more };
  world = await createWorld({ messages, fetch: telegram.fetch, publicUrl: 'https://example.ru' });
  world.server.setClock(NOON);
};
beforeEach(() => open());
afterEach(() => world.stop());

const save = (token = TOKEN, by = world.boss, more: object = {}) =>
  by.post(TELEGRAM, { bot_token: token, password: world.password, ...more });
const read = async (by = world.boss) => ok<Senders>(await by.get(SENDERS)).telegram;
const sendTest = async (by = world.boss) => ok<SenderTest>(await by.post(`${TELEGRAM}test/`));
const botsOf = async (by: Caller) => ok<MessageSettings>(await by.get('/api/messages/settings/')).bots;
const outbox = async () =>
  ok<{ results: Delivery[] }>(await world.boss.get(`${api}/deliveries/?channel=telegram`)).results;
/** Returns the Telegram messages of an event by bot. */
const sentBy = (one: FakeBot) => one.sent.map(({ chat_id, text }) => `${chat_id}: ${text.split('\n')[0]}`);

/** Links a user to a chat with a bot, as the button «Запустить» does. */
async function link(by: Caller, to: FakeBot, chat: number) {
  const [id] = to.token.split(':');
  const { url } = ok<TelegramLink>(await by.post(`${OWN}?bot=${id}`));
  telegram.write(to, chat, getStartCommand(url));
  await world.server.readBots();
  return url;
}

/** Creates an employee with a chat and deletes the messages about it. */
async function reader(to: FakeBot, chat: number) {
  const caller = await world.employee('manager');
  await link(caller, to, chat);
  await world.server.db.deleteFrom('messages').execute();
  to.sent.length = 0;
  return caller;
}

describe('the Telegram settings of an organization', () => {
  test('are stored encrypted and returned and recorded in the journal without the token', async () => {
    expect(await read()).toEqual({
      source: 'none',
      bot_id: '',
      bot: '',
      is_unreadable: false,
      link: 'none',
    });
    const stored = ok<Senders>(await save());
    expect(stored.telegram).toEqual({
      source: 'organization',
      bot_id: '111',
      bot: 'okna_bot',
      is_unreadable: false,
      link: 'none',
    });
    const rows = await world.server.db.selectFrom('organization_telegram').selectAll().execute();
    expect(rows).toMatchObject([{ bot_id: '111', bot_name: 'okna_bot' }]);
    const entries = await world.server.db.selectFrom('audit_entries').selectAll().execute();
    const messages = await world.server.db.selectFrom('messages').selectAll().execute();
    expect(JSON.stringify([stored, rows, entries, messages])).not.toContain('first-secret');
    const journal = ok<{ results: JournalEntry[] }>(await world.boss.get(`${api}/journal/`)).results;
    expect(journal[0]).toMatchObject({ title: 'Telegram организации настроен' });
    expect(journal[0]?.changes.map(({ field }) => field)).toEqual(['Бот', 'Токен бота']);
    expect(ok<{ results: unknown[] }>(await world.boss.get('/api/messages/')).results[0]).toMatchObject({
      title: 'Изменен Telegram организации',
      text: expect.stringContaining('@okna_bot'),
    });
  });

  test.each([
    ['that Telegram does not know', '999:unknown', /Токен не подходит/],
    ['that is not one', 'okna_bot', /Введите токен/],
    ['that leaves the address of the bot', '1:a/../2:b', /Введите токен/],
  ])('are refused with a field error for a token %s', async (_case, token, sentence) => {
    expect(await save(token)).toMatchObject({
      status: 400,
      body: { bot_token: [expect.stringMatching(sentence)] },
    });
    expect((await read()).source).toBe('none');
  });

  test('are not saved while Telegram does not respond', async () => {
    await world.stop();
    telegram = fakeTelegram();
    world = await createWorld({
      fetch: async () => {
        throw new Error('no connection');
      },
    });
    expect(await save()).toMatchObject({
      status: 409,
      body: { detail: 'Сейчас Telegram не отвечает. Повторите позже.' },
    });
  });

  test('require the account password', async () => {
    expect(await save(TOKEN, world.boss, { password: 'not the one' })).toMatchObject({
      status: 400,
      body: { password: ['Неверный пароль.'] },
    });
    expect((await read()).source).toBe('none');
  });

  test('cannot be changed by an owner appointed less than a day ago, except the first user of the organization', async () => {
    const manager = await world.employee('manager');
    const { id } = ok<User>(await manager.get('/api/accounts/users/me/'));
    ok(await world.boss.patch(`${api}/employees/${id}/`, { position: 'owner' }));
    expect(await save(TOKEN, manager)).toMatchObject({ status: 409, body: { code: 'new_owner' } });
    world.server.advance(DAY);
    await world.server.resetLimits();
    ok(await save(TOKEN, manager));
  });

  test('are deleted with the token, and waiting messages fail', async () => {
    ok(await save());
    await reader(bot, 71);
    await world.lead((await world.program()).id);
    expect(await outbox()).toMatchObject([{ status: 'waiting' }]);
    expect((await world.boss.delete(TELEGRAM)).status).toBe(204);
    expect(await outbox()).toMatchObject([{ status: 'failed', problem: 'Telegram организации отключен.' }]);
    expect((await read()).source).toBe('none');
    expect(await world.server.db.selectFrom('organization_telegram').selectAll().execute()).toEqual([]);
    const [failed] = await outbox();
    expect((await world.boss.post(`${api}/deliveries/${failed?.id}/resend/`)).status).toBe(409);
  });

  test('are deleted independently of the mail settings', async () => {
    ok(await save());
    await reader(bot, 71);
    await world.lead((await world.program()).id);
    expect((await world.boss.delete(`${SENDERS}email/`)).status).toBe(204);
    expect(await outbox()).toMatchObject([{ status: 'waiting' }]);
  });

  test('must be entered again when the secret key of the server changes', async () => {
    ok(await save());
    await link(world.boss, bot, 70);
    const { db } = world.server;
    const other = createSealer(`${TEST_SECRET} that was changed`, TELEGRAM_TOKENS);
    const { organization_id } = await db
      .selectFrom('organization_telegram')
      .select('organization_id')
      .executeTakeFirstOrThrow();
    const token = other.seal(TOKEN, organization_id);
    await db.updateTable('organization_telegram').set({ token }).execute();
    expect(await read()).toMatchObject({ source: 'organization', is_unreadable: true });
    expect(await sendTest()).toMatchObject({ is_sent: false, problem: expect.stringContaining('заново') });
    ok(await save());
    expect(await sendTest()).toEqual({ is_sent: true, problem: '' });
  });
});

test('the Telegram settings of the server take precedence, and the owner can test but not change them', async () => {
  await world.stop();
  await open({ telegram: '222:server-secret' });
  const server = telegram.add('222:server-secret', 'server_bot');
  await link(world.boss, server, 70);
  expect(await read()).toEqual({
    source: 'server',
    bot_id: '222',
    bot: 'server_bot',
    is_unreadable: false,
    link: 'linked',
  });
  expect(await save()).toMatchObject({ status: 409, body: { code: 'closed' } });
  server.sent.length = 0;
  expect(await sendTest()).toEqual({ is_sent: true, problem: '' });
  expect(sentBy(server)).toEqual(['70: Проверка Telegram']);
  expect(await botsOf(world.boss)).toEqual([
    { id: '222', name: 'server_bot', organization: '', link: 'linked' },
  ]);
});

describe('a test message', () => {
  test('arrives in the linked chat of the caller', async () => {
    expect((await world.boss.post(`${TELEGRAM}test/`)).status).toBe(409);
    ok(await save());
    expect(await world.boss.post(`${TELEGRAM}test/`)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Сначала подключите') },
    });
    await link(world.boss, bot, 70);
    bot.sent.length = 0;
    expect(await sendTest()).toEqual({ is_sent: true, problem: '' });
    expect(sentBy(bot)).toEqual(['70: Проверка Telegram']);
  });

  test.each([
    ['a revoked token', 401, /не принимает токен/],
    ['a stopped bot', 403, /остановил бота/],
    ['an answer that is a failure', 502, /не отвечает/],
  ])('reports %s in Russian', async (_case, status, problem) => {
    ok(await save());
    await link(world.boss, bot, 70);
    bot.status = status;
    expect(await sendTest()).toEqual({ is_sent: false, problem: expect.stringMatching(problem) });
  });

  test('shares with saving a limit of ten calls in ten minutes', async () => {
    ok(await save());
    await link(world.boss, bot, 70);
    for (let number = 0; number < 9; number += 1) await sendTest();
    expect((await world.boss.post(`${TELEGRAM}test/`)).status).toBe(429);
    expect((await save()).status).toBe(429);
  });
});

describe('the bot of an organization', () => {
  test('sends messages of this organization only, to chats linked to it', async () => {
    const other = await world.organization();
    const otherBot = telegram.add('333:their-secret', 'their_bot');
    ok(await save());
    ok(await save(otherBot.token, other));
    const { card, caller } = await world.partner();
    await world.server.db.deleteFrom('messages').execute();
    const program = await world.program();
    await world.enroll(program.id, card.id);
    await link(caller, bot, 80);
    expect(await botsOf(caller)).toMatchObject([{ id: '111', name: 'okna_bot', link: 'linked' }]);
    expect(await botsOf(other)).toMatchObject([{ id: '333', name: 'their_bot', link: 'none' }]);
    await link(other, otherBot, 90);
    for (const one of [bot, otherBot]) one.sent.length = 0;
    await world.lead(program.id, { partner: card.id });
    await world.server.deliver();
    expect(sentBy(bot)).toEqual([expect.stringMatching(/^80: Новый лид/)]);
    expect(otherBot.sent).toEqual([]);
  });

  test('is linked separately by a user of two organizations', async () => {
    const other = await world.organization();
    const otherBot = telegram.add('333:their-secret', 'their_bot');
    ok(await save());
    ok(await save(otherBot.token, other));
    const { card, caller } = await world.partner();
    const { invitation } = await world.invited({ phone: card.phone }, other);
    ok(await world.accept(invitation.url, {}, caller));
    expect(await botsOf(caller)).toHaveLength(2);
    await link(caller, bot, 80);
    await link(caller, otherBot, 80);
    expect((await botsOf(caller)).map(({ link }) => link)).toEqual(['linked', 'linked']);
    ok(await caller.delete(`${OWN}?bot=111`));
    expect((await botsOf(caller)).map(({ id, link }) => [id, link]).sort()).toEqual([
      ['111', 'none'],
      ['333', 'linked'],
    ]);
  });

  test('is not linked by a URL of another bot', async () => {
    const other = await world.organization();
    const otherBot = telegram.add('333:their-secret', 'their_bot');
    ok(await save());
    ok(await save(otherBot.token, other));
    const { url } = ok<TelegramLink>(await world.boss.post(OWN));
    expect(url).toMatch(/^https:\/\/t\.me\/okna_bot\?start=/);
    telegram.write(otherBot, 91, getStartCommand(url));
    await world.server.readBots();
    expect(sentBy(otherBot)).toEqual([expect.stringContaining('91: Ссылка не действует')]);
    expect((await world.boss.post(`${OWN}?bot=333`)).status).toBe(409);
  });

  test('sends account messages only while the server has one organization', async () => {
    ok(await save());
    const employee = await reader(bot, 72);
    const { phone } = ok<User>(await employee.get('/api/accounts/users/me/'));
    const signIn = async (agent: string) =>
      ok(
        await world.anonymous.post(
          '/api/accounts/login/',
          { phone, password: world.password },
          { 'user-agent': agent },
        ),
      );
    await signIn('Firefox 1');
    await world.server.deliver();
    expect(sentBy(bot)).toEqual(['72: Вход с нового устройства']);
    await signIn('Firefox 2');
    await world.organization();
    await world.server.deliver();
    await signIn('Firefox 3');
    await world.server.deliver();
    expect(bot.sent).toHaveLength(1);
  });

  test('does not delay other bots in sending or reading when it does not respond', async () => {
    const other = await world.organization();
    const otherBot = telegram.add('333:their-secret', 'their_bot');
    ok(await save());
    ok(await save(otherBot.token, other));
    await link(world.boss, bot, 70);
    await link(other, otherBot, 90);
    await world.server.db.deleteFrom('messages').execute();
    // Each owner is notified by the bot of their organization.
    ok(await save());
    ok(await save(otherBot.token, other));
    for (const one of [bot, otherBot]) one.sent.length = 0;
    const { promise, resolve: release } = Promise.withResolvers<void>();
    bot.isHeld = promise;
    telegram.write(otherBot, 91, '/stop');
    const reading = world.server.readBots();
    const sending = world.server.deliver();
    await expect
      .poll(() => sentBy(otherBot).sort())
      .toEqual(['90: Изменен Telegram организации', expect.stringContaining('91: Уведомления отключены')]);
    expect(bot.sent).toEqual([]);
    bot.isHeld = undefined;
    release();
    await Promise.all([reading, sending]);
    expect(sentBy(bot)).toEqual(['70: Изменен Telegram организации']);
  });

  test('keeps its linked chats when its token is replaced at @BotFather', async () => {
    ok(await save());
    const employee = await reader(bot, 72);
    const program = await world.program();
    telegram.revoke(bot);
    await world.lead(program.id);
    await world.server.deliver();
    expect(await outbox()).toMatchObject([
      { status: 'waiting', problem: 'Telegram не принимает токен бота.' },
    ]);
    const renewed = telegram.add('111:second-secret', 'okna_bot');
    ok(await save(renewed.token));
    expect(await botsOf(employee)).toMatchObject([{ link: 'linked' }]);
    await world.server.deliver();
    expect(sentBy(renewed)).toEqual([expect.stringMatching(/^72: Новый лид/)]);
  });
});

describe('a replaced bot', () => {
  const replace = async () => {
    const next = telegram.add('444:next-secret', 'doors_bot');
    ok(await save(next.token));
    return next;
  };

  test('keeps its linked chats, and users must link the new bot', async () => {
    ok(await save());
    const employee = await reader(bot, 72);
    const next = await replace();
    expect(await botsOf(employee)).toMatchObject([{ id: '444', name: 'doors_bot', link: 'former' }]);
    const never = await world.employee('manager');
    expect(await botsOf(never)).toMatchObject([{ link: 'none' }]);
    expect((await world.boss.post(`${OWN}?bot=111`)).status).toBe(409);
    expect(await link(employee, next, 72)).toContain('t.me/doors_bot');
    expect(await botsOf(employee)).toMatchObject([{ link: 'linked' }]);
    const chats = await world.server.db.selectFrom('telegram_chats').select('bot_id').execute();
    expect(chats).toEqual([{ bot_id: '444' }]);
  });

  test('fails its waiting messages, which the new bot does not send either', async () => {
    ok(await save());
    await reader(bot, 72);
    await world.lead((await world.program()).id);
    const next = await replace();
    await world.server.deliver();
    expect(await outbox()).toMatchObject([{ status: 'failed', problem: expect.stringContaining('заменен') }]);
    const [failed] = await outbox();
    expect(await world.boss.post(`${api}/deliveries/${failed?.id}/resend/`)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('не подключил') },
    });
    expect([...bot.sent, ...next.sent]).toEqual([]);
  });

  test('is replaced by e-mail until the new bot is linked, even for users who chose only Telegram', async () => {
    ok(await save());
    const employee = await reader(bot, 72);
    await confirmEmail(world, employee, 'maria@example.ru');
    const never = await world.employee('manager');
    await confirmEmail(world, never, 'never@example.ru');
    const choices = [{ event: 'lead_came', channel: 'email', mode: 'off' }];
    for (const by of [employee, never]) ok(await by.patch('/api/messages/settings/', { choices }));
    await world.server.db.deleteFrom('messages').execute();
    const program = await world.program();
    const addresses = async () => {
      const { db } = world.server;
      const leads = db.selectFrom('messages').select('id').where('event', '=', 'lead_came');
      const rows = await db
        .selectFrom('deliveries')
        .select('address')
        .where('message_id', 'in', leads)
        .execute();
      await db.deleteFrom('messages').execute();
      return rows.map(({ address }) => address);
    };
    await world.lead(program.id);
    expect(await addresses()).toEqual(['72']);
    const next = await replace();
    await world.server.db.deleteFrom('messages').execute();
    await world.lead(program.id);
    expect(await addresses()).toEqual(['maria@example.ru']);
    await link(employee, next, 72);
    await world.server.db.deleteFrom('messages').execute();
    await world.lead(program.id);
    expect(await addresses()).toEqual(['72']);
  });
});

test('the first steps list the channels that are set up, except simulated ones', async () => {
  const sendersOf = async () => ok<HomeStart>(await world.boss.get('/api/home/start/')).senders;
  expect(await sendersOf()).toEqual({ email: false, telegram: false });
  ok(await save());
  expect(await sendersOf()).toEqual({ email: false, telegram: true });
});

test('chats linked before bots were stored by id belong to the bot of the server settings', async () => {
  const { db } = world.server;
  const { id: user_id } = ok<User>(await world.boss.get('/api/accounts/users/me/'));
  const holder = '00000000-0000-4000-8000-000000000000';
  await db
    .insertInto('telegram_chats')
    .values({ user_id, bot_id: '', chat_id: '70', linked_at: NOON })
    .execute();
  await db
    .insertInto('telegram_polls')
    .values({ bot: '', holder, held_until: NOON, next_update: 7 })
    .execute();
  await createDelivery({
    db,
    clock: () => NOON,
    publicUrl: undefined,
    channels: [channelOf(createTelegramApi('222:server-secret', telegram.fetch), '222')],
    channelsWithDue: async () => [],
    onDown: () => undefined,
  }).open();
  expect(await db.selectFrom('telegram_chats').select(['bot_id', 'chat_id']).execute()).toEqual([
    { bot_id: '222', chat_id: '70' },
  ]);
  expect(await db.selectFrom('telegram_polls').select(['bot', 'next_update']).execute()).toEqual([
    { bot: '222', next_update: 7 },
  ]);
  expect(await botsOf(world.boss)).toMatchObject([{ id: '222', link: 'linked' }]);
});

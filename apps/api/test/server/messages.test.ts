import type {
  Accrual,
  Delivery,
  Message,
  MessageSettings,
  Page,
  Payment,
  TelegramLink,
} from '@referral-dashboard/api-contract';
import { MESSAGE_CHANNELS, MESSAGE_RULES, messageEventsOf } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type callerOf, createWorld, ok, type World } from '../setup/world.ts';

type Caller = ReturnType<typeof callerOf>;

const BOT = '123456:ABC';
const NOON = new Date('2026-11-23T09:00:00Z');

/** Telegram as it answers: what people write to the bot, and what it has sent. */
const telegram = {
  updates: [] as object[],
  sent: [] as { chat_id: string; text: string }[],
  status: 200,
};

async function outside(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const method = String(url).split(`/bot${BOT}/`)[1];
  const body = JSON.parse(String(init?.body));
  if (method === 'getMe') return Response.json({ ok: true, result: { username: 'okna_bot' } });
  if (method === 'getUpdates') {
    const result = telegram.updates.filter((one) => (one as { update_id: number }).update_id >= body.offset);
    return Response.json({ ok: true, result });
  }
  if (method !== 'sendMessage') throw new Error(`nobody is to call ${String(url)}`);
  telegram.sent.push(body);
  const isTaken = telegram.status === 200;
  return Response.json({ ok: isTaken, result: {} }, { status: telegram.status });
}

let world: World;
beforeAll(async () => {
  world = await createWorld({ messages: { isRehearsed: true, telegram: BOT }, fetch: outside });
});
beforeEach(async () => {
  await world.server.db.deleteFrom('messages').execute();
  world.server.setClock(NOON);
  Object.assign(telegram, { updates: [], sent: [], status: 200 });
});
afterAll(() => world.stop());

const bell = async (caller: Caller) => ok<Page<Message>>(await caller.get('/api/messages/')).results;
const eventsOf = async (caller: Caller) => (await bell(caller)).map(({ event }) => event);
const outbox = async (caller = world.boss) =>
  ok<Page<Delivery> & { is_rehearsal: boolean }>(await caller.get('/api/referral/deliveries/?page_size=100'));
const settingsOf = async (caller: Caller) => ok<MessageSettings>(await caller.get('/api/messages/settings/'));

/** A partner with an e-mail and a place in a program. */
async function enrolled() {
  const program = await world.program();
  const { card, caller } = await world.partner({ email: 'oleg@example.ru' });
  await world.enroll(program.id, card.id);
  await world.server.db.deleteFrom('messages').execute();
  return { program, card, caller };
}

test('a lead that comes is told to the organization and to its partner, without contacts', async () => {
  const { program, card, caller } = await enrolled();
  const manager = await world.employee('manager');
  const accountant = await world.employee('accountant');
  const more = { partner: card.id, name: 'Тайна', email: 'tajna@example.ru' };
  const lead = await world.lead(program.id, more);
  for (const reader of [manager, caller]) {
    const [message] = await bell(reader);
    expect(message).toMatchObject({ event: 'lead_came', path: `/leads?id=${lead.id}`, read_at: null });
  }
  expect(await bell(accountant)).toEqual([]);
  // Whoever did it is not told of it.
  expect(await bell(world.boss)).toEqual([]);
  expect(ok(await manager.get('/api/messages/counts/'))).toEqual({ unread: 1 });
  const [first] = await bell(manager);
  expect(ok(await caller.post('/api/messages/read/', { ids: [first?.id] }))).toEqual({ unread: 1 });
  expect(ok(await manager.post('/api/messages/read/', { ids: [first?.id] }))).toEqual({ unread: 0 });
  expect(ok(await caller.post('/api/messages/read/'))).toEqual({ unread: 0 });

  const waiting = { status: 'waiting', channel: 'email', address: 'oleg@example.ru' };
  expect((await outbox()).results.filter(({ channel }) => channel === 'email')).toMatchObject([waiting]);
  await world.server.deliver();
  const all = await outbox();
  expect(all.is_rehearsal).toBe(true);
  expect(new Set(all.results.map(({ status }) => status))).toEqual(new Set(['sent']));
  const rows = await world.server.db.selectFrom('messages').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Тайна|tajna|${lead.phone.slice(2)}`));
});

test('a lead that nobody let in tells nobody', async () => {
  const { program } = await enrolled();
  expect((await world.boss.post('/api/referral/leads/', { name: '', program: program.id })).status).toBe(400);
  const lead = await world.lead(program.id);
  await world.server.db.deleteFrom('messages').execute();
  const refused = await world.boss.post(`/api/referral/leads/${lead.id}/transition/`, {
    version: 9,
    to: 'won',
  });
  expect(refused.status).toBe(409);
  expect(await world.server.db.selectFrom('messages').select('id').execute()).toEqual([]);
});

test('money is told to the partner and to those of the organization who deal with it', async () => {
  const { card, caller } = await enrolled();
  const [accountant, manager] = [await world.employee('accountant'), await world.employee('manager')];
  await world.server.db.deleteFrom('messages').execute();
  const account = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  ok(await caller.post(`/api/referral/partners/${card.id}/payout-methods/`, account));
  // Whoever changed them is told as well: it may have been somebody else.
  expect(await eventsOf(caller)).toEqual(['requisites_changed']);
  expect(await eventsOf(accountant)).toEqual(['requisites_changed']);
  world.server.advance(4 * 24 * 60 * 60);
  const bonus = { partner: card.id, kind: 'bonus', amount_kop: 200_000, explanation: 'За первую встречу' };
  ok<Accrual>(await world.boss.post('/api/referral/accruals/', bonus));
  const { id } = ok<Payment>(await caller.post('/api/referral/payments/request/', { partner: card.id }));
  expect(await eventsOf(accountant)).toEqual(['payment_requested', 'requisites_changed']);
  const step = (name: string, body: object = {}) =>
    world.boss.post(`/api/referral/payments/${id}/${name}/`, body);
  ok(await step('accept'));
  ok(await step('approve'));
  ok(await step('process'));
  ok(await step('mark-failed', { reason: 'Счет закрыт' }));
  ok(await step('retry'));
  ok(await step('mark-paid', { paid_on: '2026-11-27', external_ref: 'ПП 1' }));
  expect(await eventsOf(caller)).toEqual(['payment_paid', 'payment_failed', 'requisites_changed']);
  expect(await eventsOf(accountant)).toEqual([
    'payment_paid',
    'payment_failed',
    'payment_requested',
    'requisites_changed',
  ]);
  expect(await bell(manager)).toEqual([]);
  for (const reader of [caller, accountant])
    expect(JSON.stringify(await bell(reader))).not.toMatch(/1112233|112-?23-?33/);
});

test('a budget that is ending is told once, by whoever crosses the line', async () => {
  const program = await world.program({
    budget_kop: 100_000,
    reward: { kind: 'fixed', fixed_kop: 90_000 },
    hold_days: 0,
  });
  const { card } = await world.partner();
  await world.enroll(program.id, card.id);
  const manager = await world.employee('manager');
  await world.server.db.deleteFrom('messages').execute();
  const lead = await world.lead(program.id, { partner: card.id });
  ok(await world.boss.post(`/api/referral/leads/${lead.id}/transition/`, { version: 1, to: 'qualified' }));
  expect(await eventsOf(manager)).toContain('budget_ending');
  expect(await eventsOf(world.boss)).toEqual(['budget_ending']);
});

test('a hold that is over is told to the partner, with what has become available', async () => {
  const { program, card, caller } = await enrolled();
  const lead = await world.lead(program.id, { partner: card.id });
  ok(await world.boss.post(`/api/referral/leads/${lead.id}/transition/`, { version: 1, to: 'qualified' }));
  world.server.advance(60 * 24 * 60 * 60);
  await world.server.releaseAllHolds();
  await world.server.releaseAllHolds();
  expect((await bell(caller))[0]).toMatchObject({
    event: 'accrual_released',
    title: expect.stringMatching(/500,00/),
  });
  expect((await eventsOf(caller)).filter((event) => event === 'accrual_released')).toHaveLength(1);
});

test('a sign-in from a browser that was not seen before is told to the person, and to nobody else', async () => {
  const phone = world.phone();
  await world.server.createUser({ phone, password: world.password, role: 'organization' });
  const first = await world.signIn(phone);
  expect(await bell(first)).toEqual([]);
  await world.signIn(phone);
  expect(await bell(first)).toEqual([]);
  const login = { phone, password: world.password };
  ok(await world.anonymous.post('/api/accounts/login/', login, { 'user-agent': 'Somebody else' }));
  expect(await eventsOf(first)).toEqual(['sign_in']);
  expect((await outbox()).results.map(({ address }) => address)).toContain(phone);
});

test('a list that was taken out is told to the other owners', async () => {
  const owner = await world.employee('owner');
  const accountant = await world.employee('accountant');
  await (await accountant.open('/api/referral/leads/export/?format=csv')).text();
  await expect
    .poll(() => bell(owner))
    .toMatchObject([{ event: 'export_made', title: 'Выгружен файл «Лиды»' }]);
  expect(await bell(accountant)).toEqual([]);
});

describe('what a person chose', () => {
  test.each(['owner', 'manager', 'accountant', 'viewer'] as const)(
    'a %s chooses about what it is told of',
    async (position) => {
      const caller = await world.employee(position);
      const { choices, quiet } = await settingsOf(caller);
      expect(new Set(choices.map(({ event }) => event))).toEqual(new Set(messageEventsOf(position)));
      for (const { event, channel, mode } of choices) expect(mode).toBe(MESSAGE_RULES[event].usual[channel]);
      expect(choices).toHaveLength(messageEventsOf(position).length * MESSAGE_CHANNELS.length);
      expect(quiet).toEqual({ from: '22:00', until: '08:00' });
      const foreign =
        position === 'viewer' ? 'payment_paid' : position === 'owner' ? 'accrual_released' : 'export_made';
      const choose = (event: string, mode: string) =>
        caller.patch('/api/messages/settings/', { choices: [{ event, mode, channel: 'email' }] });
      expect(await choose(foreign, 'now')).toMatchObject({ status: 400 });
      expect(await choose('sign_in', 'daily')).toMatchObject({ status: 400 });
      expect(await choose('account_changed', 'off')).toMatchObject({ status: 400 });
      expect(await choose('sign_in', 'off')).toMatchObject({ status: 200 });
    },
  );

  test('is kept to: by which channels, and when', async () => {
    const { program, card, caller } = await enrolled();
    const choose = async (mode: string) =>
      ok(
        await caller.patch('/api/messages/settings/', {
          choices: [{ event: 'lead_came', channel: 'email', mode }],
        }),
      );
    await choose('off');
    await world.lead(program.id, { partner: card.id });
    const toPartner = async () =>
      (await outbox()).results.filter(({ address }) => address === 'oleg@example.ru');
    expect(await toPartner()).toEqual([]);
    await choose('daily');
    for (let count = 0; count < 3; count += 1) await world.lead(program.id, { partner: card.id });
    await world.server.deliver();
    expect((await toPartner()).map(({ status, due_at }) => [status, due_at])).toEqual(
      Array.from({ length: 3 }, () => ['waiting', '2026-11-24T06:00:00.000Z']),
    );
    world.server.setClock(new Date('2026-11-24T06:00:00Z'));
    await world.server.deliver();
    expect((await toPartner()).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent']);
    await choose('now');
    world.server.setClock(new Date('2026-11-24T20:00:00Z'));
    await world.lead(program.id, { partner: card.id });
    expect((await toPartner())[0]).toMatchObject({ due_at: '2026-11-25T05:00:00.000Z' });
    ok(await caller.patch('/api/messages/settings/', { quiet: null }));
    await world.lead(program.id, { partner: card.id });
    expect((await toPartner())[0]).toMatchObject({ due_at: '2026-11-24T20:00:00.000Z' });
    expect((await settingsOf(caller)).quiet).toBeNull();
  });

  test('a day of many messages is one letter', async () => {
    const { program, card, caller } = await enrolled();
    await link(caller, 77);
    telegram.sent.length = 0;
    const daily = { event: 'lead_came', channel: 'telegram', mode: 'daily' };
    ok(await caller.patch('/api/messages/settings/', { choices: [daily] }));
    for (let count = 0; count < 3; count += 1) await world.lead(program.id, { partner: card.id });
    world.server.setClock(new Date('2026-11-24T06:00:00Z'));
    await world.server.deliver();
    expect(telegram.sent).toHaveLength(1);
    expect(telegram.sent[0]).toMatchObject({
      chat_id: '77',
      text: expect.stringMatching(/^Новости за день: 3\n/),
    });
  });

  test('a person who was switched off gets nothing that waits', async () => {
    const { program, card } = await enrolled();
    await world.lead(program.id, { partner: card.id });
    const { user_id } = await world.server.db
      .selectFrom('partners')
      .select('user_id')
      .where('id', '=', card.id)
      .executeTakeFirstOrThrow();
    await world.server.setActive({ id: user_id ?? '' }, false);
    await world.server.deliver();
    expect((await outbox()).results).toEqual([]);
  });
});

let updates = 0;

/** Links a person to a chat, as a press of «Запустить» does. */
async function link(caller: Caller, chat: number, text?: string) {
  const { url } = ok<TelegramLink>(await caller.post('/api/messages/telegram/'));
  telegram.updates.push({
    update_id: ++updates,
    message: {
      text: text ?? `/start ${new URL(url).searchParams.get('start')}`,
      chat: { id: chat, type: 'private' },
    },
  });
  await world.server.hearBot();
  return url;
}

describe('Telegram', () => {
  const isLinked = async (caller: Caller) =>
    (await settingsOf(caller)).channels.some(
      ({ channel, address }) => channel === 'telegram' && address !== '',
    );

  test('is linked by an address that works once, and unlinked by /stop', async () => {
    const { program, card, caller } = await enrolled();
    const url = await link(caller, 81);
    expect(url).toMatch(/^https:\/\/t\.me\/okna_bot\?start=[\w-]{43}$/);
    expect(await isLinked(caller)).toBe(true);
    const thief = await world.employee('viewer');
    await link(thief, 82, `/start ${new URL(url).searchParams.get('start')}`);
    expect(await isLinked(thief)).toBe(false);
    expect(telegram.sent.at(-1)).toMatchObject({
      chat_id: '82',
      text: expect.stringContaining('не действует'),
    });
    await world.lead(program.id, { partner: card.id });
    await world.server.deliver();
    expect(telegram.sent.at(-1)).toMatchObject({ chat_id: '81', text: expect.stringContaining('Новый лид') });
    await link(thief, 81, '/stop');
    expect(await isLinked(caller)).toBe(false);
  });

  test('an address is worth nothing after a quarter of an hour', async () => {
    const caller = await world.employee('viewer');
    const { url } = ok<TelegramLink>(await caller.post('/api/messages/telegram/'));
    world.server.advance(15 * 60);
    await link(await world.employee('viewer'), 83, `/start ${new URL(url).searchParams.get('start')}`);
    expect(await isLinked(caller)).toBe(false);
  });

  test('a reader who has stopped the bot is unlinked and not written to again', async () => {
    const { program, card, caller } = await enrolled();
    await link(caller, 84);
    telegram.status = 403;
    telegram.sent.length = 0;
    await world.lead(program.id, { partner: card.id });
    await world.server.deliver();
    expect(await isLinked(caller)).toBe(false);
    world.server.advance(24 * 60 * 60);
    await world.lead(program.id, { partner: card.id });
    await world.server.deliver();
    expect(telegram.sent.filter(({ chat_id }) => chat_id === '84')).toHaveLength(1);
    expect((await outbox()).results.find(({ channel }) => channel === 'telegram')).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('остановил бота'),
    });
  });

  test('one process listens to the bot, and reads no update twice', async () => {
    const caller = await world.employee('viewer');
    await link(caller, 85);
    const answers = telegram.sent.length;
    await world.server.hearBot();
    expect(telegram.sent).toHaveLength(answers);
    await world.server.db
      .updateTable('telegram_polls')
      .set({ holder: '00000000-0000-4000-8000-000000000000', held_until: new Date('2030-01-01') })
      .execute();
    await link(caller, 86);
    expect(telegram.sent).toHaveLength(answers);
    await world.server.db.deleteFrom('telegram_polls').execute();
  });
});

test('an outbox is its organization’s, and its owners’ alone', async () => {
  const { program, card } = await enrolled();
  await world.lead(program.id, { partner: card.id });
  const other = await world.organization();
  const strangers = (await outbox(other)).results.filter(({ event }) => event === 'lead_came');
  expect(strangers).toEqual([]);
  const [sent] = (await outbox()).results;
  const resend = (caller: Caller) => caller.post(`/api/referral/deliveries/${sent?.id}/resend/`);
  expect((await resend(other)).status).toBe(404);
  expect((await resend(world.boss)).status).toBe(409);
  expect((await (await world.employee('manager')).get('/api/referral/deliveries/')).status).toBe(403);
});

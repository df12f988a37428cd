import type { TelegramLink } from '@referral-dashboard/api-contract';
import { getMessageEvents, MESSAGE_CHANNELS, MESSAGE_RULES } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRecipients, type Recipients, readSettings } from '../setup/recipients.ts';
import { type Caller, ok, type World } from '../setup/world.ts';

let recipients: Recipients;
let world: World;
beforeAll(async () => {
  recipients = await createRecipients();
  ({ world } = recipients);
});
beforeEach(() => recipients.reset());
afterAll(() => world.stop());

describe('the notification settings of a user', () => {
  test.each(['owner', 'manager', 'accountant', 'viewer'] as const)(
    'contain exactly the events of the position %s',
    async (position) => {
      const caller = await world.employee(position);
      const { choices, quiet } = await readSettings(caller);
      expect(new Set(choices.map(({ event }) => event))).toEqual(new Set(getMessageEvents(position)));
      for (const { event, channel, mode } of choices) expect(mode).toBe(MESSAGE_RULES[event].usual[channel]);
      expect(choices).toHaveLength(getMessageEvents(position).length * MESSAGE_CHANNELS.length);
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

  test('determine the channel and the time of a notification', async () => {
    const { program, card, caller } = await recipients.enrolled();
    const choose = async (mode: string) =>
      ok(
        await caller.patch('/api/messages/settings/', {
          choices: [{ event: 'lead_came', channel: 'email', mode }],
        }),
      );
    await choose('off');
    await world.lead(program.id, { partner: card.id });
    const toPartner = async () =>
      (await recipients.outbox()).results.filter(({ address }) => address === 'oleg@example.ru');
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
    expect((await readSettings(caller)).quiet).toBeNull();
  });

  test('combine the daily messages into one', async () => {
    const { program, card, caller } = await recipients.enrolled();
    await recipients.link(caller, 77);
    recipients.telegram.sent.length = 0;
    const daily = { event: 'lead_came', channel: 'telegram', mode: 'daily' };
    ok(await caller.patch('/api/messages/settings/', { choices: [daily] }));
    for (let count = 0; count < 3; count += 1) await world.lead(program.id, { partner: card.id });
    world.server.setClock(new Date('2026-11-24T06:00:00Z'));
    await world.server.deliver();
    expect(recipients.telegram.sent).toHaveLength(1);
    expect(recipients.telegram.sent[0]).toMatchObject({
      chat_id: '77',
      text: expect.stringMatching(/^Новости за день: 3\n/),
    });
  });

  test('do not apply to a switched-off user, whose waiting messages are not sent', async () => {
    const { program, card } = await recipients.enrolled();
    await world.lead(program.id, { partner: card.id });
    const { user_id } = await world.server.db
      .selectFrom('partners')
      .select('user_id')
      .where('id', '=', card.id)
      .executeTakeFirstOrThrow();
    await world.server.setActive({ id: user_id ?? '' }, false);
    await world.server.deliver();
    expect((await recipients.outbox()).results).toEqual([]);
  });
});

describe('a Telegram chat', () => {
  const isLinked = async (caller: Caller) =>
    (await readSettings(caller)).channels.some(
      ({ channel, address }) => channel === 'telegram' && address !== '',
    );

  test('is linked with a URL that works once, and unlinked by /stop', async () => {
    const { program, card, caller } = await recipients.enrolled();
    const url = await recipients.link(caller, 81);
    expect(url).toMatch(/^https:\/\/t\.me\/okna_bot\?start=[\w-]{43}$/);
    expect(await isLinked(caller)).toBe(true);
    const attacker = await world.employee('viewer');
    await recipients.link(attacker, 82, `/start ${new URL(url).searchParams.get('start')}`);
    expect(await isLinked(attacker)).toBe(false);
    expect(recipients.telegram.sent.at(-1)).toMatchObject({
      chat_id: '82',
      text: expect.stringContaining('не действует'),
    });
    await world.lead(program.id, { partner: card.id });
    await world.server.deliver();
    expect(recipients.telegram.sent.at(-1)).toMatchObject({
      chat_id: '81',
      text: expect.stringContaining('Новый лид'),
    });
    await recipients.link(attacker, 81, '/stop');
    expect(await isLinked(caller)).toBe(false);
  });

  test('is announced to the user on the other channels and not in the new chat', async () => {
    const { card, caller } = await recipients.enrolled();
    await recipients.link(caller, 87);
    await world.server.deliver();
    const sent = await world.server.db
      .selectFrom('deliveries as d')
      .innerJoin('messages as m', 'm.id', 'd.message_id')
      .select('d.address')
      .where('m.body', 'like', '%подключен Telegram%')
      .execute();
    expect(sent.map(({ address }) => address).sort()).toEqual([card.phone, 'oleg@example.ru'].sort());
    expect(recipients.telegram.sent.filter(({ chat_id }) => chat_id === '87')).toHaveLength(1);
  });

  test('is not linked by a URL older than 15 minutes', async () => {
    const caller = await world.employee('viewer');
    const { url } = ok<TelegramLink>(await caller.post('/api/messages/telegram/'));
    world.server.advance(15 * 60);
    await recipients.link(
      await world.employee('viewer'),
      83,
      `/start ${new URL(url).searchParams.get('start')}`,
    );
    expect(await isLinked(caller)).toBe(false);
  });

  test('is unlinked when the recipient blocks the bot, and receives nothing more', async () => {
    const { program, card, caller } = await recipients.enrolled();
    await recipients.link(caller, 84);
    recipients.telegram.status = 403;
    recipients.telegram.sent.length = 0;
    await world.lead(program.id, { partner: card.id });
    await world.server.deliver();
    expect(await isLinked(caller)).toBe(false);
    world.server.advance(24 * 60 * 60);
    await world.lead(program.id, { partner: card.id });
    await world.server.deliver();
    expect(recipients.telegram.sent.filter(({ chat_id }) => chat_id === '84')).toHaveLength(1);
    expect((await recipients.outbox()).results.find(({ channel }) => channel === 'telegram')).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('остановил бота'),
    });
  });

  test('is read by one process at a time, and each update is processed once', async () => {
    const caller = await world.employee('viewer');
    await recipients.link(caller, 85);
    const sentCount = recipients.telegram.sent.length;
    await world.server.readBots();
    expect(recipients.telegram.sent).toHaveLength(sentCount);
    await world.server.db
      .updateTable('telegram_polls')
      .set({ holder: '00000000-0000-4000-8000-000000000000', held_until: new Date('2030-01-01') })
      .execute();
    await recipients.link(caller, 86);
    expect(recipients.telegram.sent).toHaveLength(sentCount);
    await world.server.db.deleteFrom('telegram_polls').execute();
  });
});

import type { InvitedEmployee, JournalEntry, Page } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../setup/client.ts';
import { codeTo as codeIn } from '../setup/codes.ts';
import { recordStatements } from '../setup/statements.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

const MINUTE = 60;
const WRONG = { code: ['Код не подошел или устарел. Проверьте его или запросите новый.'] };
const PASSWORD = 'quite another password';

let world: World;
beforeAll(async () => {
  world = await createWorld({ messages: { isRehearsed: true }, trustProxy: ['loopback'] });
});
beforeEach(async () => {
  await world.server.resetLimits();
});
afterAll(() => world.stop());

const start = (phone: string) => world.anonymous.post('/api/public/recovery/code/', { phone });
const confirm = (phone: string, code: string, password = PASSWORD) =>
  world.anonymous.post('/api/public/recovery/confirm/', { phone, code, password });
/** Requests a code from another network. */
const startFrom = (phone: string, address: string) =>
  world.anonymous.post('/api/public/recovery/code/', { phone }, { 'x-forwarded-for': address });
const confirmFrom = (phone: string, code: string, address: string) =>
  world.anonymous.post(
    '/api/public/recovery/confirm/',
    { phone, code, password: PASSWORD },
    { 'x-forwarded-for': address },
  );
const login = (phone: string, password = PASSWORD) => createClient(world.server).login({ phone, password });

const codeTo = (phone: string) => codeIn(world, phone);

describe('a recovery code', () => {
  test('sets a new password, ends all sessions and notifies the user', async () => {
    const { card, caller } = await world.partner();
    expect(ok(await start(card.phone))).toEqual({ expires_in: 15 * MINUTE });
    const code = await codeTo(card.phone);
    expect((await confirm(card.phone, code)).status).toBe(200);
    expect((await caller.get(`${api}/leads/`)).status).toBe(401);
    expect((await login(card.phone, world.password)).status).toBe(401);
    expect((await login(card.phone)).status).toBe(200);
    expect(await confirm(card.phone, code)).toMatchObject({ status: 400, body: WRONG });
    const messages = await world.server.db.selectFrom('messages').select('event').execute();
    expect(messages.map(({ event }) => event)).toContain('account_changed');
  });

  test('is valid for five attempts, including concurrent ones', async () => {
    const { card } = await world.partner();
    ok(await start(card.phone));
    const code = await codeTo(card.phone);
    const wrong = code === '000000' ? '000001' : '000000';
    const responses = await Promise.all(Array.from({ length: 5 }, () => confirm(card.phone, wrong)));
    for (const response of responses) expect(response).toMatchObject({ status: 400, body: WRONG });
    expect(await confirm(card.phone, code)).toMatchObject({ status: 400, body: WRONG });
  });

  test('stays valid for the network that requested it when other networks use up their attempts', async () => {
    const { card } = await world.partner();
    ok(await startFrom(card.phone, '203.0.113.1'));
    const code = await codeTo(card.phone);
    const wrong = code === '000000' ? '000001' : '000000';
    for (const last of [2, 3, 4, 5, 6])
      expect((await confirmFrom(card.phone, wrong, `203.0.113.${last}`)).status).toBe(400);
    expect(await confirmFrom(card.phone, code, '203.0.113.7')).toMatchObject({ status: 400, body: WRONG });
    expect((await confirmFrom(card.phone, code, '203.0.113.1')).status).toBe(200);
  });

  test('works after another network requested a newer code, and invalidates the newer code', async () => {
    const { card } = await world.partner();
    ok(await startFrom(card.phone, '203.0.113.1'));
    const own = await codeTo(card.phone);
    world.server.advance(MINUTE);
    ok(await startFrom(card.phone, '203.0.113.2'));
    const newer = await codeTo(card.phone);
    expect((await confirmFrom(card.phone, own, '203.0.113.1')).status).toBe(200);
    expect(await confirmFrom(card.phone, newer, '203.0.113.2')).toMatchObject({ status: 400, body: WRONG });
  });

  test('is still sent for the owner after another network used up its five requests', async () => {
    const { card } = await world.partner();
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      statuses.push((await startFrom(card.phone, '203.0.113.9')).status);
      world.server.advance(16 * MINUTE);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await startFrom(card.phone, '203.0.113.1')).status).toBe(200);
  });

  test('is valid for 15 minutes, until a newer code is sent', async () => {
    const { card } = await world.partner();
    ok(await start(card.phone));
    const first = await codeTo(card.phone);
    world.server.advance(MINUTE);
    ok(await start(card.phone));
    const second = await codeTo(card.phone);
    if (first !== second)
      expect(await confirm(card.phone, first)).toMatchObject({ status: 400, body: WRONG });
    world.server.advance(15 * MINUTE);
    expect(await confirm(card.phone, second)).toMatchObject({ status: 400, body: WRONG });
  });

  test('requires a valid new password and stays valid when the password is refused', async () => {
    const { card } = await world.partner();
    ok(await start(card.phone));
    const code = await codeTo(card.phone);
    expect(await confirm(card.phone, code, card.phone)).toMatchObject({
      status: 400,
      body: { password: expect.anything() },
    });
    expect((await confirm(card.phone, code)).status).toBe(200);
  });

  test('is limited to one a minute and five a day with the same responses for unknown phones', async () => {
    const { card } = await world.partner();
    const unknownPhone = world.phone();
    const statuses = async (phone: string) => {
      const responses = [await start(phone), await start(phone)];
      for (let time = 0; time < 4; time += 1) {
        world.server.advance(16 * MINUTE);
        responses.push(await start(phone));
      }
      world.server.advance(16 * MINUTE);
      responses.push(await start(phone));
      return responses.map(({ status, body }) => ({ status, body }));
    };
    const known = await statuses(card.phone);
    expect(known.map(({ status }) => status)).toEqual([200, 429, 200, 200, 200, 200, 429]);
    await world.server.resetLimits();
    const unknown = await statuses(unknownPhone);
    expect(unknown.map(({ status }) => status)).toEqual(known.map(({ status }) => status));
    expect(unknown[0]).toEqual(known[0]);
  });

  test('runs the same statements for an unknown phone', async () => {
    const { card } = await world.partner();
    const statements: string[][] = [];
    for (const phone of [card.phone, world.phone()]) {
      const recorded = recordStatements(world.server.db);
      ok(await start(phone));
      // Statements for an unknown phone are rolled back, statements for a known phone are released.
      statements.push(recorded.end().map((one) => one.replace(/^(rollback to|release) savepoint/, 'end of')));
    }
    expect(statements[0]?.length).toBeGreaterThan(8);
    expect(statements[0]).toEqual(statements[1]);
  });

  test('is not sent to an unknown phone, and no code is accepted for it', async () => {
    const unknownPhone = world.phone();
    expect(ok(await start(unknownPhone))).toEqual({ expires_in: 15 * MINUTE });
    await expect(codeTo(unknownPhone)).rejects.toThrow('no message with a code');
    expect(await confirm(unknownPhone, '123456')).toMatchObject({ status: 400, body: WRONG });
  });

  test('is not sent to a switched-off user', async () => {
    const { card } = await world.partner();
    ok(await world.boss.post(`${api}/partners/${card.id}/switch-off/`));
    ok(await start(card.phone));
    await expect(codeTo(card.phone)).rejects.toThrow('no message with a code');
  });

  test('is stored as a hash and is not shown in the deliveries of the owner', async () => {
    const { card } = await world.partner();
    ok(await start(card.phone));
    const code = await codeTo(card.phone);
    const rows = await world.server.db.selectFrom('account_codes').select('code_hash').execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify((await world.boss.get('/api/messages/deliveries/')).body ?? '')).not.toContain(
      code,
    );
  });
});

test('a recovery request without a configured channel responds with the person to contact', async () => {
  const withoutChannels = await createWorld();
  const response = await withoutChannels.anonymous.post('/api/public/recovery/code/', {
    phone: withoutChannels.phone(),
  });
  expect(response).toMatchObject({ status: 409, body: { detail: expect.stringContaining('у владельца') } });
  expect(ok(await withoutChannels.anonymous.get('/api/public/recovery/'))).toEqual({ channels: [] });
  await withoutChannels.stop();
});

describe('a phone change', () => {
  const ask = (caller: typeof world.boss, phone: string, password = world.password) =>
    caller.post('/api/accounts/phone/', { phone, password });
  const settle = (caller: typeof world.boss, phone: string, code: string) =>
    caller.post('/api/accounts/phone/confirm/', { phone, code });

  test('is confirmed on the new phone, announced to the old phone and applied to the partner card', async () => {
    const { card, caller } = await world.partner();
    const phone = world.phone();
    expect((await ask(caller, phone, 'not the one')).status).toBe(400);
    ok(await ask(caller, phone));
    expect((await settle(caller, phone, await codeTo(phone))).status).toBe(204);
    expect((await login(card.phone, world.password)).status).toBe(401);
    expect((await login(phone, world.password)).status).toBe(200);
    expect(ok(await world.boss.get(`${api}/partners/${card.id}/`))).toMatchObject({ phone });
    const toOld = await world.server.db
      .selectFrom('deliveries as d')
      .innerJoin('messages as m', 'm.id', 'd.message_id')
      .select('d.id')
      .where('d.address', '=', card.phone)
      .where('m.title', '=', 'Изменен телефон')
      .execute();
    expect(toOld).toHaveLength(1);
    const [entry] = ok<Page<JournalEntry>>(await world.boss.get(`${api}/journal/?object=${card.id}`)).results;
    expect(entry).toMatchObject({
      title: 'Телефон партнера изменен',
      changes: [{ field: 'Телефон', before: card.phone, after: phone }],
    });
  });

  test('is refused with a code that another user requested', async () => {
    const [one, other] = [await world.partner(), await world.partner()];
    const phone = world.phone();
    ok(await ask(one.caller, phone));
    expect(await settle(other.caller, phone, await codeTo(phone))).toMatchObject({
      status: 400,
      body: WRONG,
    });
  });

  test('reveals that the phone is taken only after the code of that phone is entered', async () => {
    const [one, other] = [await world.partner(), await world.partner()];
    ok(await ask(one.caller, other.card.phone));
    const response = await settle(one.caller, other.card.phone, await codeTo(other.card.phone));
    expect(response).toMatchObject({ status: 400, body: { phone: expect.anything() } });
    expect((await login(one.card.phone, world.password)).status).toBe(200);
  });

  test('requires, when an owner makes it, a user without another organization and a phone that no other organization invited', async () => {
    const { card } = await world.partner();
    const phone = world.phone();
    expect((await world.boss.post(`${api}/partners/${card.id}/phone/`, { phone })).status).toBe(204);
    expect((await login(phone, world.password)).status).toBe(200);
    const other = await world.organization();
    await world.invited({ phone }, other);
    expect(
      await world.boss.post(`${api}/partners/${card.id}/phone/`, { phone: world.phone() }),
    ).toMatchObject({
      status: 409,
      body: { code: 'out_of_reach' },
    });
    // The phone of another organization's open invitation is refused too.
    const second = await world.partner();
    const invitedPhone = (await world.invited({}, other)).phone;
    const response = await world.boss.post(`${api}/partners/${second.card.id}/phone/`, {
      phone: invitedPhone,
    });
    expect(response).toMatchObject({ status: 409, body: { code: 'out_of_reach' } });
  });
});

test('an invitation is sent as a secret message to known and unknown phones', async () => {
  const { caller: _, card } = await world.partner();
  for (const phone of [card.phone, world.phone()]) {
    const { link } = ok<InvitedEmployee>(
      await world.boss.post(`${api}/employee-invitations/`, { phone, position: 'viewer' }),
    );
    expect(link.sent_by).toEqual(['sms']);
    const sent = await world.server.db
      .selectFrom('deliveries as d')
      .innerJoin('messages as m', 'm.id', 'd.message_id')
      .select(['m.body', 'm.is_secret'])
      .where('d.address', '=', phone)
      .execute();
    expect(sent).toContainEqual({ body: expect.stringContaining(link.url), is_secret: true });
  }
});

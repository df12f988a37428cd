import type { Payment, PayoutMethod, PayoutMethods } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeTo } from '../setup/codes.ts';
import { payouts } from '../setup/payouts.ts';
import { api, approve as approvePayment, type Caller, createWorld, ok, type World } from '../setup/world.ts';

const SBP = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
const DAY = 24 * 60 * 60;

let world: World;
let money: ReturnType<typeof payouts>;
beforeAll(async () => {
  world = await createWorld({ messages: { isRehearsed: true } });
  money = payouts(world);
});
beforeEach(() => world.server.resetLimits());
afterAll(() => world.stop());

const methodsOf = async (caller: Caller, card: { id: string }) =>
  ok<PayoutMethods>(await caller.get(`${api}/partners/${card.id}/payout-methods/`)).results;
const add = async (caller: Caller, card: { id: string }, body: object = SBP) =>
  ok<PayoutMethod>(await caller.post(`${api}/partners/${card.id}/payout-methods/`, body));
const send = (caller: Caller, { id }: PayoutMethod) => caller.post(`${api}/payout-methods/${id}/code/`);
const confirm = (caller: Caller, { id }: PayoutMethod, code: string) =>
  caller.post(`${api}/payout-methods/${id}/prove/`, { code });
const draftOf = async (card: { id: string }) => {
  await money.give(card.id, 500_000);
  return ok<Payment>(await world.boss.post(`${api}/payments/`, { partner: card.id }));
};
const approve = ({ id }: Payment) => approvePayment(world.boss, `${api}/payments/${id}/`);

test('the first payout method can be used immediately when the partner confirms the phone', async () => {
  const { card, caller } = await world.partner();
  const method = await add(caller, card);
  expect(method).toMatchObject({ is_default: true, can_be_proven: true });
  const draft = await draftOf(card);
  expect(await approve(draft)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/Выплата возможна с \d+\u00a0[а-я]{3}, \d\d:\d\d\./) },
  });
  ok(await send(caller, method));
  expect(await confirm(caller, method, '000000')).toMatchObject({
    status: 400,
    body: { code: expect.anything() },
  });
  const confirmed = ok<PayoutMethod>(await confirm(caller, method, await codeTo(world, card.phone)));
  expect(Date.parse(confirmed.usable_from ?? '')).toBeLessThanOrEqual(world.server.now().getTime());
  expect(confirmed.can_be_proven).toBe(false);
  expect((await approve(draft)).status).toBe(200);
});

test('a changed payout method has a waiting period, and so has the first one when it is restored', async () => {
  const { card, caller } = await world.partner();
  const first = await add(caller, card);
  ok(await send(caller, first));
  ok(await confirm(caller, first, await codeTo(world, card.phone)));
  const second = await add(caller, card, { ...SBP, bank: 'Сбер' });
  expect(second.can_be_proven).toBe(false);
  ok(await caller.post(`${api}/payout-methods/${second.id}/default/`));
  expect((await send(caller, second)).status).toBe(409);
  const back = ok<PayoutMethod>(await caller.post(`${api}/payout-methods/${first.id}/default/`));
  expect(Date.parse(back.usable_from ?? '')).toBe(world.server.now().getTime() + DAY * 1000);
  expect((await methodsOf(caller, card)).map(({ can_be_proven }) => can_be_proven)).toEqual([false, false]);
});

test('a payout method after a deleted one counts as a change', async () => {
  const { card, caller } = await world.partner();
  const first = await add(caller, card);
  expect((await caller.delete(`${api}/payout-methods/${first.id}/`)).status).toBe(204);
  const next = await add(caller, card);
  expect(next.can_be_proven).toBe(false);
  expect((await send(caller, next)).status).toBe(409);
});

test('a phone changed less than a day ago cannot confirm a payout method', async () => {
  const { card, caller } = await world.partner();
  const phone = world.phone();
  ok(await caller.post('/api/accounts/phone/', { phone, password: world.password }));
  const code = await codeTo(world, phone);
  expect((await caller.post('/api/accounts/phone/confirm/', { phone, code })).status).toBe(204);
  const method = await add(caller, card);
  expect(method.can_be_proven).toBe(false);
  expect((await send(caller, method)).status).toBe(409);
});

test('only the partner can request a code, with a rate limit', async () => {
  const { card, caller } = await world.partner();
  const method = await add(caller, card);
  const [other] = [await world.partner()];
  expect((await send(other.caller, method)).status).toBe(404);
  expect((await send(world.boss, method)).status).toBe(403);
  expect((await methodsOf(world.boss, card)).map(({ can_be_proven }) => can_be_proven)).toEqual([false]);
  ok(await send(caller, method));
  expect((await send(caller, method)).status).toBe(429);
});

test('a payout method has a waiting period of a day when no SMS can be sent', async () => {
  const withoutChannels = await createWorld();
  const { card, caller } = await withoutChannels.partner();
  const method = await add(caller, card);
  expect(method.can_be_proven).toBe(false);
  expect((await send(caller, method)).status).toBe(409);
  await withoutChannels.stop();
});

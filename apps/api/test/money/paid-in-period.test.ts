import { randomUUID } from 'node:crypto';
import { type HomeSummary, type Payment, STATEMENT_DATES } from '@referral-dashboard/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { csvRows, pdfText } from '../setup/files.ts';
import { api, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.stop());

const dayIn = (at: Date) => at.toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });

test('the home page and the list of payments show the same sum for a period, also by partner and program', async () => {
  const { card, caller } = await world.partner({ min_payout_kop: 1 });
  const { id: program } = await world.program();
  await world.enroll(program, card.id);
  ok(
    await world.boss.post(`${api}/partners/${card.id}/payout-methods/`, {
      kind: 'sbp',
      phone: '+79161112233',
      bank: 'Т-Банк',
    }),
  );
  world.server.advance(25 * 60 * 60);
  for (const more of [{ amount_kop: 20_000, program }, { amount_kop: 5_000 }])
    ok(
      await world.boss.post(`${api}/accruals/`, {
        partner: card.id,
        kind: 'bonus',
        explanation: 'За встречу',
        ...more,
      }),
    );
  const { id, version } = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner: card.id }));
  ok(await world.boss.post(`${api}/payments/${id}/approve/`, { version }));
  const day = dayIn(world.server.now());
  ok(await world.boss.post(`${api}/payments/${id}/mark-paid/`, { paid_on: day, external_ref: 'ПП 7' }));

  const paid = async (query: string, by = world.boss) =>
    ok<HomeSummary>(await by.get(`/api/home/summary/?from=${day}&to=${day}${query}`)).current.paid_kop;
  const counts = ok<{ sums: { paid: number } }>(
    await world.boss.get(`${api}/payments/counts/?paid_from=${day}&paid_to=${day}`),
  );
  expect(counts.sums.paid).toBe(25_000);
  expect(await paid('')).toBe(25_000);
  expect(await paid('', caller)).toBe(25_000);
  expect(await paid(`&partner=${card.id}`)).toBe(25_000);
  expect(await paid(`&program=${program}`)).toBe(20_000);
  expect(await paid('', await world.organization())).toBe(0);
  world.server.advance(24 * 60 * 60);
  const tomorrow = dayIn(world.server.now());
  const { current, previous } = ok<HomeSummary>(
    await world.boss.get(`/api/home/summary/?from=${tomorrow}&to=${tomorrow}`),
  );
  expect([current.paid_kop, previous.paid_kop]).toEqual([0, 25_000]);
  expect([current.paid_partners, previous.paid_partners]).toEqual([0, 1]);

  const returned = { returned_on: tomorrow, external_ref: 'ПП 9', reason: 'Счет закрыт' };
  ok(
    await world.boss.post(`${api}/payments/${id}/mark-returned/`, returned, {
      'idempotency-key': randomUUID(),
    }),
  );
  expect(await paid('')).toBe(25_000);
  expect(await paid(`&program=${program}`)).toBe(20_000);
  const returnedSum = async (query: string, by = world.boss) =>
    ok<HomeSummary>(await by.get(`/api/home/summary/?from=${tomorrow}&to=${tomorrow}${query}`)).current
      .returned_kop;
  expect(await returnedSum('')).toBe(25_000);
  expect(await returnedSum('', caller)).toBe(25_000);
  expect(await returnedSum(`&program=${program}`)).toBe(20_000);
  const list = `returned_from=${tomorrow}&returned_to=${tomorrow}&paid_to=${day}`;
  expect(
    ok<{ sums: { returned: number } }>(await world.boss.get(`${api}/payments/counts/?${list}`)).sums.returned,
  ).toBe(25_000);
});

test('lists and statements have the day of the transfer and the day on which a payment was marked', async () => {
  const { card } = await world.partner({ min_payout_kop: 1 });
  ok(
    await world.boss.post(`${api}/partners/${card.id}/payout-methods/`, {
      ...{ kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' },
    }),
  );
  world.server.advance(25 * 60 * 60);
  const bonus = { partner: card.id, kind: 'bonus', amount_kop: 5_000, explanation: 'За встречу' };
  ok(await world.boss.post(`${api}/accruals/`, bonus));
  const { id, version } = ok<Payment>(await world.boss.post(`${api}/payments/`, { partner: card.id }));
  ok(await world.boss.post(`${api}/payments/${id}/approve/`, { version }));
  const transferDay = dayIn(world.server.now());
  world.server.advance(24 * 60 * 60);
  const markDay = dayIn(world.server.now());
  ok(
    await world.boss.post(`${api}/payments/${id}/mark-paid/`, { paid_on: transferDay, external_ref: 'ПП 7' }),
  );
  const count = async (name: string, day: string) =>
    ok<{ all: number }>(await world.boss.get(`${api}/payments/counts/?${name}_from=${day}&${name}_to=${day}`))
      .all;
  expect([await count('paid', transferDay), await count('paid', markDay)]).toEqual([1, 0]);
  expect([await count('marked', transferDay), await count('marked', markDay)]).toEqual([0, 1]);

  const path = `partners/${card.id}/statement`;
  const query = `from=${transferDay}&to=${markDay}`;
  const written = (day: string) => day.split('-').reverse().join('.');
  const [, , line] = await csvRows(world.boss, path, query);
  expect(line).toMatchObject({ Дата: written(markDay), 'Дата перевода': written(transferDay) });
  const pdf = await world.boss.open(`${api}/${path}/pdf/?${query}`);
  const text = (await pdfText(new Uint8Array(await pdf.arrayBuffer()))).replaceAll(/\s+/g, ' ');
  expect(text).toContain(STATEMENT_DATES);
  expect(text).toContain(`Дата перевода ${written(transferDay)}`);
});

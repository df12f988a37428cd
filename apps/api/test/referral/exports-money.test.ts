import type { Accrual, Payment, Statement } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { column, csvRows, csvText, listed, pdfText, xlsxRows } from '../setup/files.ts';
import { api, approve, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
let partner: Caller;
let other: Caller;
beforeAll(async () => {
  world = await createWorld();
  world.server.setClock(new Date('2027-03-10T09:00:00Z'));
  const { boss } = world;
  const { card, caller } = await world.partner();
  [partner, other] = [caller, (await world.partner()).caller];
  const method = { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' };
  ok(await boss.post(`${api}/partners/${card.id}/payout-methods/`, method));
  const bonus = { partner: card.id, kind: 'bonus', amount_kop: 200_000, explanation: 'За встречу' };
  ok(await boss.post(`${api}/accruals/`, bonus));
  const correction = { ...bonus, kind: 'correction', amount_kop: -25_050, explanation: 'Пересчет' };
  ok(await boss.post(`${api}/accruals/`, correction));
  ok(await boss.post(`${api}/payments/`, { partner: card.id }));
  const { id } = ok<Accrual>(await boss.post(`${api}/accruals/`, bonus));
  ok(await boss.post(`${api}/accruals/${id}/cancel/`, { reason: 'секретная причина' }));
  // A new payout method can be used after a day.
  world.server.advance(25 * 60 * 60);
});
afterAll(() => world.stop());

describe.each(['accruals', 'payments'])('an export of %s', (noun) => {
  test.each(['', 'ordering=amount_kop', 'status=canceled', 'created_from=2027-03-10'])(
    'contains the rows of the list in the same order and their sum for the query «%s»',
    async (query) => {
      const money = await listed<Accrual | Payment>(world.boss, noun, query);
      const rows = await csvRows(world.boss, noun, query);
      expect(column(rows, 'Номер')).toEqual(money.map(({ number }) => number));
      const kopecks = column(rows, 'Сумма, ₽').map((sum = '') =>
        Math.round(Number(sum.replace(',', '.')) * 100),
      );
      expect(kopecks).toEqual(money.map(({ amount_kop }) => amount_kop));
    },
  );

  test('contains only own rows for a partner', async () => {
    const own = await listed<Accrual | Payment>(partner, noun, '');
    expect(own.length).toBeGreaterThan(0);
    const { rows } = await xlsxRows(partner, noun);
    expect(column(rows, 'Номер')).toEqual(own.map(({ number }) => number));
    expect(column(rows, 'Сумма, ₽')).toEqual(own.map(({ amount_kop }) => amount_kop / 100));
    expect(await csvText(partner, noun)).not.toContain('секретн');
    expect(await csvRows(other, noun)).toEqual([]);
  });
});

test('an export of accruals contains the kind of each, and reversals are negative', async () => {
  const rows = await csvRows(world.boss, 'accruals', 'kind=correction');
  expect(rows).toMatchObject([
    { Вид: 'Поправка', Статус: 'В выплате', 'Сумма, ₽': '-250,50', Пояснение: 'Пересчет', Выплата: 'В-1' },
  ]);
});

test('exports of accruals and payments contain the type of the partner, and the INN only for positions that may read it', async () => {
  const viewer = await world.employee('viewer');
  await world.server.db.updateTable('partners').set({ inn: '500100732259' }).execute();
  for (const noun of ['payments', 'accruals']) {
    const [row] = await csvRows(world.boss, noun);
    expect(row).toMatchObject({ 'ИНН партнера': expect.stringContaining('500100732259') });
    expect(row?.['Вид партнера']).not.toBe('');
    expect(column(await csvRows(viewer, noun), 'ИНН партнера').filter(Boolean)).toEqual([]);
    expect(await csvText(partner, noun)).not.toContain('ИНН партнера');
  }
});

test('an export of payments contains the date of the transfer without a time', async () => {
  const [paid] = await listed<Payment>(world.boss, 'payments', '');
  const call = (word: string, body: object = {}, headers = {}) =>
    world.boss.post(`${api}/payments/${paid?.id}/${word}/`, body, headers);
  ok(await approve(world.boss, `${api}/payments/${paid?.id}/`));
  const transfer = { paid_on: '2027-03-11', external_ref: '000017' };
  ok(await call('mark-paid', transfer, { 'idempotency-key': 'once' }));
  expect(await csvRows(world.boss, 'payments')).toMatchObject([
    { Статус: 'Выплачена', 'Дата перевода': '11.03.2027', 'Номер перевода': "'000017", Начислений: '2' },
  ]);
  expect((await xlsxRows(world.boss, 'payments')).rows).toMatchObject([
    { 'Дата перевода': new Date('2027-03-11T00:00:00Z'), 'Номер перевода': '000017' },
  ]);
});

test('the rows of a partner statement lead from the opening to the closing balance for the organization and the partner', async () => {
  const { card, caller } = await world.partner();
  const give = async (kind: string, amount_kop: number, explanation: string) =>
    ok(await world.boss.post(`${api}/accruals/`, { partner: card.id, kind, amount_kop, explanation }));
  await give('bonus', 200_050, 'За встречу');
  world.server.advance(60);
  await give('correction', -50_025, '=1+1');
  const day = world.today();
  const path = `partners/${card.id}/statement`;
  const query = `from=${day}&to=${day}`;
  const { lines } = ok<Statement>(await world.boss.get(`${api}/${path}/?${query}`));
  expect(lines.map(({ balance_kop }) => balance_kop)).toEqual([200_050, 150_025]);
  for (const reader of [world.boss, caller]) {
    const rows = await csvRows(reader, path, query);
    // The closing balance is followed by its parts.
    const parts = ['1500,25', '0,00', '0,00', '0,00'];
    expect(column(rows, 'Остаток, ₽')).toEqual(['0,00', '2000,50', '1500,25', '1500,25', ...parts]);
    expect(column(rows, 'Сумма, ₽')).toEqual(['', '2000,50', '-500,25', '', '', '', '', '']);
    expect(column(rows, 'За что')).toEqual(['', 'За встречу', "'=1+1", '', '', '', '', '']);
    const { rows: cells } = await xlsxRows(reader, path, query);
    expect(column(cells, 'Остаток, ₽')).toEqual([0, 2000.5, 1500.25, 1500.25, 1500.25, 0, 0, 0]);
  }
  const pdf = await caller.open(`${api}/${path}/pdf/?${query}`);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  const text = await pdfText(new Uint8Array(await pdf.arrayBuffer()));
  expect(text).toMatch(/^Сверка с партнером за \S+ – \S+ Организация: .+ Партнер: /);
  expect(text).toMatch(
    /Остаток на начало 0,00 .*За встречу 2 000,50 2 000,50 .*=1\+1 −500,25 1 500,25 .*Остаток на конец 1 500,25 .*в том числе к выплате 1 500,25/,
  );
  for (const refused of [`export/?format=csv&${query}`, `pdf/?${query}`])
    expect((await other.get(`${api}/${path}/${refused}`)).status).toBe(404);
});

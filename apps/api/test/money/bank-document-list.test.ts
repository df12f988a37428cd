import type { ListedBankDocument, Page } from '@referral-dashboard/api-contract';
import { expect, test } from 'vitest';
import { type BankSteps, createBankSteps } from '../setup/bank.ts';
import { csvRows } from '../setup/files.ts';
import { organizationForEachTest, PAYER } from '../setup/payouts.ts';
import { api, type Caller, ok, type World } from '../setup/world.ts';

const DOCUMENTS = `${api}/bank-documents/`;

let world: World;
let boss: Caller;
let bank: BankSteps;
organizationForEachTest((stage) => {
  ({ world, boss } = stage);
  bank = createBankSteps(stage);
  world.server.setClock(new Date('2026-10-20T09:00:00Z'));
}, PAYER);

const list = async (query = '', by = boss) =>
  ok<Page<ListedBankDocument>>(await by.get(DOCUMENTS + query)).results;
const numbers = async (query: string) => (await list(query)).map(({ number }) => number);

test('documents of all statements are found by the day of the bank and by the day of the decision, also in files', async () => {
  const [early, late] = [await bank.registered(500_000), await bank.registered(300_000)];
  world.server.setClock(new Date('2026-10-28T09:00:00Z'));
  await bank.applied(bank.debitOf(early, { number: '201', day: '2026-10-25' }));
  world.server.setClock(new Date('2026-11-05T09:00:00Z'));
  await bank.applied(bank.debitOf(late, { number: '202', day: '2026-10-26' }));
  expect(await numbers('?ordering=day')).toEqual(['201', '202']);
  for (const [query, expected] of [
    ['day_from=2026-10-26', ['202']],
    ['day_to=2026-10-25', ['201']],
    ['decided_from=2026-11-05&decided_to=2026-11-05', ['202']],
    ['decided_to=2026-10-28', ['201']],
    ['day_to=2026-10-31&decided_from=2026-11-01', ['202']],
    [`search=${encodeURIComponent(early.number)}`, ['201']],
    [`search=${encodeURIComponent(late.partner.name)}&kind=debit&status=applied`, ['201', '202']],
    [`search=${encodeURIComponent('Сидоров')}`, []],
    ['kind=return', []],
  ] as const) {
    expect(await numbers(`?ordering=day&${query}`), query).toEqual(expected);
    const rows = await csvRows(boss, 'bank-documents', `${query}&ordering=day`);
    expect(
      rows.map((row) => row['Номер']),
      query,
    ).toEqual(expected);
  }
  const [row] = await csvRows(boss, 'bank-documents', 'day_from=2026-10-26&ordering=day');
  expect(row).toMatchObject({
    ...{ 'Дата в банке': '26.10.2026', Отмечен: '05.11.2026 12:00', Решение: 'Учтен', Вид: 'Списание' },
    ...{ 'Сумма, ₽': '3000,00', Выплаты: late.number },
  });
  const { body } = await boss.get(`${DOCUMENTS}counts/?decided_from=2026-11-01`);
  expect(body).toEqual({ all: 1, proposed: 0, applied: 1, dismissed: 0 });
});

test('a dismissed document shows who decided and when, and an undecided one its possible payment', async () => {
  const payment = await bank.registered(500_000);
  const { id, documents } = await bank.upload(bank.debitOf(payment), bank.debitOf(payment));
  const [first] = documents;
  ok(await boss.post(`${api}/bank-statements/${id}/dismiss/`, { documents: [first?.id] }));
  const payments = [{ id: payment.id, number: payment.number }];
  expect(await list('?status=dismissed')).toMatchObject([
    {
      ...{ id: first?.id, payments, statement: { id, name: 'kl_to_1c.txt' } },
      ...{ decided_at: expect.stringMatching(`^${world.today()}T`), decided_by: expect.any(String) },
    },
  ]);
  expect(await list(`?status=proposed&statement=${id}`)).toMatchObject([
    { payments, decided_at: null, decided_by: null },
  ]);
});

test('a document of several payments names all of them, and conflicts are repeated', async () => {
  const [one, other] = [await bank.registered(500_000), await bank.registered(300_000)];
  const debit = bank.debitOf(one, { amount: '8000.00', purpose: `Выплаты ${one.number} и ${other.number}` });
  const { id, documents } = await bank.upload(debit);
  ok(
    await boss.post(`${api}/bank-statements/${id}/apply/`, {
      documents: [documents[0]?.id],
      payments: [one.id, other.id],
    }),
  );
  await bank.applied(bank.debitOf(one));
  const numbered = [one, other].map(({ id, number }) => ({ id, number }));
  expect(await list('?ordering=amount_kop')).toMatchObject([
    { amount_kop: 500_000, payments: [numbered[0]], notes: [expect.stringContaining('Лишний перевод')] },
    { amount_kop: 800_000, payments: numbered, notes: [] },
  ]);
});

test('documents are shown neither to other organizations nor to managers', async () => {
  await bank.applied(bank.debitOf(await bank.registered(500_000)));
  expect(await list('', await world.organization())).toEqual([]);
  expect((await (await world.employee('manager')).get(DOCUMENTS)).status).toBe(403);
});

import type {
  Accrual,
  ImportView,
  JournalEntry,
  Page,
  Partner,
  Payment,
  Statement,
} from '@referral-dashboard/api-contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useCheckedWorld } from '../setup/checked-world.ts';
import { createImporter, IMPORTS, toFile } from '../setup/imports.ts';
import { createLockOrderCheck } from '../setup/lock-order.ts';
import { payouts } from '../setup/payouts.ts';
import { api, type Caller, ok, type World } from '../setup/world.ts';

let world: World;
const partners = useCheckedWorld((created) => {
  world = created;
});

const HEADERS = 'Партнер;Сумма, ₽;На дату;Программа;Основание;Номер в вашей системе';

async function scene() {
  const { card } = await world.partner();
  partners.push(card.id);
  const importer = createImporter(world);
  return {
    ...importer,
    card,
    load: (lines: readonly string[], by: Caller = world.boss) =>
      importer.load('balances', [HEADERS, ...lines], {}, by),
  };
}

const accrualsOf = async ({ id }: { id: string }) =>
  ok<Page<Accrual>>(await world.boss.get(`${api}/accruals/?partner=${id}&ordering=number`)).results;
const balanceOf = async ({ phone }: { phone: string }, day?: string) => {
  const at = day === undefined ? '' : `&at=${day}`;
  const { results } = ok<Page<Partner>>(
    await world.boss.get(`${api}/partners/?search=${encodeURIComponent(phone)}${at}`),
  );
  return results[0]?.balance.available_kop;
};
const statementOf = async ({ id }: { id: string }, from: string, to: string) =>
  ok<Statement>(await world.boss.get(`${api}/partners/${id}/statement/?from=${from}&to=${to}`));
type Importer = Pick<ReturnType<typeof createImporter>, 'rows'>;
const reasonsOf = async ({ rows }: Importer, { id }: ImportView, state: string) =>
  (await rows(id, state)).map(({ number, reasons: [reason] }) => [number, reason?.column, reason?.detail]);

test('an imported balance is available at once and counts from its day', async () => {
  const { card, load } = await scene();
  const done = await load([`${card.phone};15 000,57 ₽;01.09.2020;;;`]);
  expect(done).toMatchObject({ state: 'done', counts: { created: 1, refused: 0 } });
  expect(await accrualsOf(card)).toMatchObject([
    {
      kind: 'correction',
      amount_kop: 1_500_057,
      status: 'available',
      explanation: 'Остаток на начало работы',
      comment: 'Загружено из файла «Выгрузка.csv».',
      hold_until: null,
      program: null,
      created_at: '2020-08-31T21:00:00.000Z',
    },
  ]);
  expect(await balanceOf(card)).toBe(1_500_057);
  expect(await balanceOf(card, '2020-08-31')).toBe(0);
  expect(await balanceOf(card, '2020-09-01')).toBe(1_500_057);
  const statement = await statementOf(card, '2020-09-01', '2020-09-30');
  expect(statement).toMatchObject({ opening_kop: 0, closing_kop: 1_500_057 });
  expect(statement.lines).toMatchObject([{ kind: 'correction', explanation: 'Остаток на начало работы' }]);
  expect(await statementOf(card, '2020-10-01', '2020-10-31')).toMatchObject({ opening_kop: 1_500_057 });
});

test('the journal names the import of a balance', async () => {
  const { card, load } = await scene();
  await load([`${card.phone};100;01.09.2020;;;`]);
  const [accrual] = await accrualsOf(card);
  const { results } = ok<Page<JournalEntry>>(await world.boss.get(`${api}/journal/?object=${accrual?.id}`));
  expect(results).toMatchObject([
    { title: 'Начисление создано', reason: 'Загружено из файла «Выгрузка.csv».' },
  ]);
});

test('a balance names its program and its basis', async () => {
  const program = await world.program();
  const { card, load } = await scene();
  await load([`${card.email || card.phone};100;01.09.2020;${program.name};Договор 15;`]);
  expect(await accrualsOf(card)).toMatchObject([
    { program: { id: program.id }, explanation: 'Договор 15', status: 'available' },
  ]);
});

test('the same balance is imported once, also when the partner is written in another way', async () => {
  const { card, load, ...importer } = await scene();
  const program = await world.program();
  const lines = [
    `${card.phone};100;01.09.2020;;;`,
    `${card.phone};200;02.09.2020;;;`,
    `${card.phone};300;01.09.2020;${program.name};;`,
  ];
  expect((await load(lines)).counts).toMatchObject({ created: 3, skipped: 0 });
  const again = await load([...lines, `${card.inn};999;2020-09-01;;Иначе;`]);
  expect(again.counts).toMatchObject({ created: 0, skipped: 4, refused: 0 });
  const [accrual] = await accrualsOf(card);
  expect((await reasonsOf(importer, again, 'skipped'))[3]).toEqual([
    5,
    null,
    `Остаток уже загружен: ${accrual?.number}, 100,00\u00a0₽.`,
  ]);
  expect(await balanceOf(card)).toBe(60_000);
});

test('balances with numbers are known by their numbers', async () => {
  const { card, load } = await scene();
  const [first, second] = [`О-${card.phone}-1`, `О-${card.phone}-2`];
  const lines = [`${card.phone};100;01.09.2020;;;${first}`, `${card.phone};200;01.09.2020;;;${second}`];
  expect((await load(lines)).counts).toMatchObject({ created: 2 });
  const moved = await load([`${card.phone};100;05.09.2020;;;${first}`]);
  expect(moved.counts).toMatchObject({ created: 0, skipped: 1 });
  expect(await balanceOf(card)).toBe(30_000);
});

test('refused rows name the column and the cause, and the others are imported', async () => {
  const { card, load, ...importer } = await scene();
  const done = await load([
    `${card.phone};0;01.09.2020;;;`,
    `${card.phone};-100;01.09.2020;;;`,
    `${card.phone};(100,00);01.09.2020;;;`,
    `${card.phone};много;01.09.2020;;;`,
    `${card.phone};;01.09.2020;;;`,
    `${card.phone};100;;;;`,
    `${card.phone};100;01.09.2090;;;`,
    `${card.phone};100;31.02.2020;;;`,
    ';100;01.09.2020;;;',
    '+79990000000;100;01.09.2020;;;',
    `${card.phone};100;01.09.2020;Нет такой;;`,
    `${card.phone};500;01.09.2020;;;`,
  ]);
  expect(done.counts).toMatchObject({ created: 1, refused: 11 });
  const positive = 'Остаток должен быть больше нуля. Долг партнера добавьте поправкой в «Начислениях».';
  expect(await reasonsOf(importer, done, 'refused')).toEqual([
    [2, 'Сумма, ₽', positive],
    [3, 'Сумма, ₽', positive],
    [4, 'Сумма, ₽', positive],
    [5, 'Сумма, ₽', 'Введите сумму в рублях, например 1500 или 1 500,50.'],
    [6, 'Сумма, ₽', 'Укажите сумму.'],
    [7, 'На дату', 'Укажите дату.'],
    [8, 'На дату', 'Эта дата еще не наступила.'],
    [9, 'На дату', expect.stringContaining('дату')],
    [10, 'Партнер', 'Укажите партнера.'],
    [11, 'Партнер', 'Партнера «+79990000000» нет.'],
    [12, 'Программа', 'Программы «Нет такой» нет.'],
  ]);
  expect(await balanceOf(card)).toBe(50_000);
});

test('a blocked partner gets a balance, as a manual accrual', async () => {
  const { card, load } = await scene();
  ok(await world.boss.post(`${api}/partners/${card.id}/block/`, { reason: 'Проверка' }));
  expect((await load([`${card.phone};100;01.09.2020;;;`])).counts).toMatchObject({ created: 1 });
});

test('a balance above the budget of its program waits for a review, as a manual accrual', async () => {
  const program = await world.program({ budget_kop: 15_000 });
  const { card, load } = await scene();
  await load([
    `${card.phone};100;01.09.2020;${program.name};;`,
    `${card.phone};100;02.09.2020;${program.name};;`,
  ]);
  expect((await accrualsOf(card)).map(({ status }) => status)).toEqual(['available', 'review']);
});

test('an undo cancels the balances, and the file can be imported again', async () => {
  const { card, load, undo, previewUndo } = await scene();
  const lines = [`${card.phone};100;01.09.2020;;;`, `${card.phone};200;02.09.2020;;;О-${card.phone}`];
  const done = await load(lines);
  expect(await previewUndo(done.id)).toEqual({ undone: 2, kept: 0, causes: [] });
  expect(await undo(done.id)).toMatchObject({ state: 'undone', counts: { created: 0, undone: 2 } });
  expect(await accrualsOf(card)).toMatchObject([
    { status: 'canceled', comment: 'Загрузка из файла отменена' },
    { status: 'canceled' },
  ]);
  expect(await balanceOf(card)).toBe(0);
  expect((await load(lines)).counts).toMatchObject({ created: 2, skipped: 0 });
  expect(await balanceOf(card)).toBe(30_000);
});

test('balances that are in a payment or canceled stay, and the cause is named', async () => {
  const { card, load, undo, previewUndo, ...importer } = await scene();
  const done = await load([
    `${card.phone};1000;01.09.2020;;;`,
    `${card.phone};2000;02.09.2020;;;`,
    `${card.phone};3000;03.09.2020;;;`,
  ]);
  const [paid, canceled] = await accrualsOf(card);
  ok(await world.boss.post(`${api}/accruals/${canceled?.id}/cancel/`, { reason: 'Ошибка' }));
  const { method } = payouts(world);
  await method(card.id, { kind: 'sbp', phone: '+79161112233', bank: 'Т-Банк' });
  const payment = ok<Payment>(
    await world.boss.post(`${api}/payments/`, { partner: card.id, accruals: [paid?.id] }),
  );
  expect(payment.amount_kop).toBe(100_000);
  expect(await previewUndo(done.id)).toMatchObject({ undone: 1, kept: 2 });
  const undone = await undo(done.id);
  expect(undone.counts).toMatchObject({ created: 2, undone: 1 });
  expect(await reasonsOf(importer, undone, 'created')).toEqual([
    [2, null, 'Начисление вошло в выплату.'],
    [3, null, 'Начисление уже отменено.'],
  ]);
  expect(await balanceOf(card)).toBe(0);
});

test('a balance in a closed month is refused, and one whose month was closed later stays', async () => {
  const { card, load, undo, ...importer } = await scene();
  const done = await load([`${card.phone};100;10.01.2020;;;`]);
  ok(await world.boss.post(`${api}/closed-months/`, { month: '2020-01' }));
  const refused = await load([`${card.phone};100;31.01.2020;;;`, `${card.phone};100;01.02.2020;;;`]);
  expect(refused.counts).toMatchObject({ created: 1, refused: 1 });
  expect(await reasonsOf(importer, refused, 'refused')).toEqual([
    [2, 'На дату', 'Месяц «январь 2020» закрыт. Укажите день позже.'],
  ]);
  const kept = await undo(done.id);
  expect(kept.counts).toMatchObject({ created: 1, undone: 0 });
  expect(await reasonsOf(importer, kept, 'created')).toEqual([[2, null, 'Месяц остатка закрыт.']]);
});

test('owners and accountants import balances, managers do not', async () => {
  const { card, load } = await scene();
  const [accountant, manager] = [await world.employee('accountant'), await world.employee('manager')];
  const lines = [`${card.phone};100;01.09.2020;;;`];
  const { id, counts } = await load(lines, accountant);
  expect(counts).toMatchObject({ created: 1 });
  const file = { kind: 'balances', name: 'a.csv', data: toFile([HEADERS, ...lines]) };
  expect((await manager.post(IMPORTS, file)).status).toBe(403);
  expect((await manager.get(`${IMPORTS}?kind=balances`)).status).toBe(403);
  expect((await manager.post(`${IMPORTS}${id}/undo/`)).status).toBe(403);
});

test('the spending of all programs is locked before the first number, also when a row is refused', async () => {
  await createLockOrderCheck(world.server.db);
  const programs = [await world.program({ budget_kop: 1_000_000 }), await world.program()];
  const { card, load } = await scene();
  const lines = programs.map(({ name }) => `${card.phone};100;01.09.2020;${name};;`);
  const done = await load([...lines, `${card.phone};100;01.09.2020;Нет такой;;`]);
  await sql`drop trigger lock_order on program_spending`.execute(world.server.db);
  expect(done).toMatchObject({ state: 'done', counts: { created: 2, refused: 1 } });
});

import type {
  Accrual,
  Client,
  ImportUndo,
  JournalEntry,
  Lead,
  Page,
  Partner,
  Sale,
} from '@referral-dashboard/api-contract';
import { expect, test } from 'vitest';
import { useCheckedWorld } from '../setup/checked-world.ts';
import { createImporter } from '../setup/imports.ts';
import { api, ok, type World } from '../setup/world.ts';

let world: World;
const partners = useCheckedWorld((created) => {
  world = created;
});

const LIFETIME = { kind: 'percent', percent_bps: 1000, applies_to: 'lifetime' };
const SALES = 'Номер заказа;Дата оплаты;Сумма;Телефон;Возврат по продаже';

async function scene() {
  const program = await world.program({ reward_event: 'deal_won', reward: LIFETIME, hold_days: 0 });
  const { card } = await world.partner();
  partners.push(card.id);
  await world.enroll(program.id, card.id);
  const importer = createImporter(world);
  const load = (kind: string, lines: readonly string[], more: object = {}) =>
    importer.load(kind, lines, { ...(kind !== 'sales' && { program: program.id }), ...more });
  return { ...importer, load, program, card };
}

const first = async <Row>(list: string, text: string) =>
  ok<Page<Row>>(await world.boss.get(`${api}/${list}/?search=${encodeURIComponent(text)}`)).results[0];
const earned = async (partner: string) =>
  ok<Page<Accrual>>(await world.boss.get(`${api}/accruals/?partner=${partner}`)).results.reduce(
    (sum, { amount_kop, status }) => sum + (status === 'canceled' ? 0 : amount_kop),
    0,
  );

test('an undo of sales cancels them with their rewards, and the file can be imported again', async () => {
  const { load, undo, previewUndo, card } = await scene();
  const phone = world.phone();
  await load('clients', ['Имя;Телефон;Партнер;Дата закрепления', `Ирина;${phone};${card.phone};01.01.2020`]);
  const unknown = world.phone();
  const lines = [SALES, `${phone}-1;24.11.2020;1000;${phone};`, `${phone}-2;25.11.2020;500;${unknown};`];
  const done = await load('sales', lines);
  expect(await earned(card.id)).toBe(10_000);
  expect(await previewUndo(done.id)).toEqual({ undone: 2, kept: 0, causes: [] });
  expect(await undo(done.id)).toMatchObject({ state: 'undone', counts: { created: 0, undone: 2 } });
  expect(await earned(card.id)).toBe(0);
  const client = await first<Client>('clients', phone);
  const sales = ok<Page<Sale>>(await world.boss.get(`${api}/sales/?client=${client?.id}`)).results;
  expect(sales).toMatchObject([{ canceled_at: expect.any(String), external_id: null }]);
  expect((await load('sales', lines)).counts).toMatchObject({ created: 2, skipped: 0 });
  expect(await earned(card.id)).toBe(10_000);
});

test('a sale with a refund stays and is named, and a second undo does nothing', async () => {
  const { load, undo, previewUndo, rows, card } = await scene();
  const phone = world.phone();
  await load('clients', ['Имя;Телефон;Партнер;Дата закрепления', `Ирина;${phone};${card.phone};01.01.2020`]);
  const done = await load('sales', [
    SALES,
    `${phone}-1;24.11.2020;1000;${phone};`,
    `${phone}-2;24.11.2020;2000;${phone};`,
    `${phone}-3;26.11.2020;100;;${phone}-1`,
  ]);
  const causes = [
    { detail: 'Возврат не отменить.', rows: 1 },
    { detail: 'По продаже есть возврат.', rows: 1 },
  ];
  expect(await previewUndo(done.id)).toEqual({ undone: 1, kept: 2, causes });
  const counts = { created: 2, undone: 1 };
  expect(await undo(done.id)).toMatchObject({ state: 'undone', counts });
  expect(
    (await rows(done.id, 'created')).map(({ number, reasons: [reason] }) => [number, reason?.detail]),
  ).toEqual([
    [2, 'По продаже есть возврат.'],
    [4, 'Возврат не отменить.'],
  ]);
  expect(await earned(card.id)).toBe(9000);
  expect(await undo(done.id)).toMatchObject({ state: 'undone', counts });
  const { results } = ok<Page<JournalEntry>>(await world.boss.get('/api/referral/journal/?kind=import'));
  expect(results.map(({ title }) => title).slice(0, 3)).toEqual([
    'Загрузка из файла отменена',
    'Отмена загрузки из файла начата',
    'Загрузка из файла закончена',
  ]);
});

test('a sale whose reward is in a payment stays', async () => {
  const { load, undo, rows, card } = await scene();
  const phone = world.phone();
  await load('clients', ['Имя;Телефон;Партнер;Дата закрепления', `Ирина;${phone};${card.phone};01.01.2020`]);
  const done = await load('sales', [SALES, `${phone}-1;24.11.2020;100000;${phone};`]);
  ok(await world.boss.post(`${api}/payments/`, { partner: card.id }));
  expect(await undo(done.id)).toMatchObject({ counts: { created: 1, undone: 0 } });
  expect((await rows(done.id, 'created'))[0]?.reasons[0]?.detail).toBe(
    'Вознаграждение за продажу вошло в выплату.',
  );
  expect(await earned(card.id)).toBe(1_000_000);
});

test('an undo of leads rejects them, cancels their deals with the rewards, and keeps changed ones', async () => {
  const { load, undo, rows, card } = await scene();
  const [won, fresh, changed] = [world.phone(), world.phone(), world.phone()];
  const lines = [
    'Имя;Телефон;Партнер;Статус;Сумма сделки;Дата сделки',
    `Ирина;${won};${card.phone};Сделка;1000;24.11.2020`,
    `Олег;${fresh};${card.phone};Новый;;`,
    `Павел;${changed};${card.phone};Новый;;`,
  ];
  const done = await load('leads', lines, { rewards: true });
  expect(await earned(card.id)).toBe(10_000);
  const lead = await first<Lead>('leads', changed);
  ok(
    await world.boss.post(`${api}/leads/${lead?.id}/transition/`, {
      to: 'qualified',
      version: lead?.version,
    }),
  );
  expect(await undo(done.id)).toMatchObject({ counts: { created: 1, undone: 2 } });
  expect((await rows(done.id, 'created'))[0]?.reasons[0]?.detail).toBe('Лид меняли после загрузки.');
  expect(await first<Lead>('leads', won)).toMatchObject({ status: 'lost' });
  expect(await first<Lead>('leads', fresh)).toMatchObject({ status: 'rejected' });
  expect(await earned(card.id)).toBe(0);
  expect((await load('leads', lines, { rewards: true })).counts).toMatchObject({ created: 2, skipped: 1 });
});

test('an undo deletes clients without sales and archives partners who did not accept', async () => {
  const { load, undo, rows, card } = await scene();
  const [free, busy, invited] = [world.phone(), world.phone(), world.phone()];
  const clients = await load('clients', [
    'Имя;Телефон;Партнер',
    `Ирина;${free};${card.phone}`,
    `Олег;${busy};`,
  ]);
  await load('sales', [SALES, `${busy}-1;24.11.2020;1000;${busy};`]);
  expect(await undo(clients.id)).toMatchObject({ counts: { created: 1, undone: 1 } });
  expect((await rows(clients.id, 'created'))[0]?.reasons[0]?.detail).toBe('У клиента есть продажи.');
  expect(await first<Client>('clients', free)).toBeUndefined();
  const cards = await load('partners', ['Телефон;Имя', `${invited};Олег`]);
  expect(await undo(cards.id)).toMatchObject({ counts: { created: 0, undone: 1 } });
  expect(await first<Partner>('partners', invited)).toMatchObject({ status: 'archived' });
});

test('an accountant undoes no import of leads', async () => {
  const { load } = await scene();
  const { id } = await load('leads', ['Имя;Телефон', `Ирина;${world.phone()}`]);
  const accountant = await world.employee('accountant');
  expect((await accountant.get(`${api}/imports/${id}/undo/`)).status).toBe(403);
  expect((await accountant.post(`${api}/imports/${id}/undo/`)).status).toBe(403);
  ok<ImportUndo>(await world.boss.get(`${api}/imports/${id}/undo/`));
});

import type { Accrual, Client, Page, Sale, WaitingSale } from '@referral-dashboard/api-contract';
import { expect, test } from 'vitest';
import { useCheckedWorld } from '../setup/checked-world.ts';
import { createImporter } from '../setup/imports.ts';
import { api, ok, type World } from '../setup/world.ts';

let world: World;
const partners = useCheckedWorld((created) => {
  world = created;
});

const LIFETIME = { kind: 'percent', percent_bps: 1000, applies_to: 'lifetime' };
const SALES = 'Номер заказа;Дата оплаты;Сумма;НДС;Телефон;Возврат по продаже';

async function scene() {
  const program = await world.program({ reward_event: 'deal_won', reward: LIFETIME, hold_days: 0 });
  const [first, second] = [(await world.partner()).card, (await world.partner()).card];
  partners.push(first.id, second.id);
  for (const { id } of [first, second]) await world.enroll(program.id, id);
  const { load, rows } = createImporter(world);
  const clients = (lines: readonly string[]) =>
    load('clients', ['Контрагент;Телефон;Код;Партнер;Дата закрепления', ...lines], { program: program.id });
  return {
    first,
    second,
    clients,
    sales: (lines: readonly string[]) => load('sales', [SALES, ...lines]),
    rows,
  };
}

const clientOf = async (phone: string) => {
  const { results } = ok<Page<Client>>(
    await world.boss.get(`${api}/clients/?search=${encodeURIComponent(phone)}`),
  );
  if (results[0] === undefined) throw new Error('the client was not imported');
  return results[0];
};
const salesOf = async (client: string) =>
  ok<Page<Sale>>(await world.boss.get(`${api}/sales/?client=${client}&ordering=paid_on`)).results;
const earned = async ({ id }: { id: string }) =>
  ok<Page<Accrual>>(await world.boss.get(`${api}/accruals/?partner=${id}`)).results.reduce(
    (sum, { amount_kop, status }) => sum + (status === 'canceled' ? 0 : amount_kop),
    0,
  );

test('an import of clients creates them, attaches them from a day, and changes nothing the second time', async () => {
  const { first, clients } = await scene();
  const phone = world.phone();
  const lines = [`ООО «Ромашка»;${phone};К${phone};${first.phone};24.11.2020`];
  expect((await clients(lines)).counts).toMatchObject({ created: 1, refused: 0 });
  expect(await clientOf(phone)).toMatchObject({
    name: 'ООО «Ромашка»',
    external_id: `К${phone}`,
    attachments: [{ cause: 'import', partner: { id: first.id }, starts_at: '2020-11-24' }],
  });
  expect((await clients(lines)).counts).toMatchObject({ created: 0, changed: 0, skipped: 1 });
});

test('an import of clients changes known ones and keeps their partner', async () => {
  const { first, second, clients, rows } = await scene();
  const phone = world.phone();
  await clients([`Ирина;${phone};;${first.phone};`]);
  expect((await clients([`Ирина Соколова;${phone};К${phone};;`])).counts).toMatchObject({ changed: 1 });
  expect(await clientOf(phone)).toMatchObject({ name: 'Ирина Соколова', external_id: `К${phone}` });
  const refused = await clients([
    `Ирина;${phone};К${phone};${second.phone};`,
    `Ирина;${phone};Другой;;`,
    'Без телефона;;;;',
  ]);
  expect(refused.counts).toMatchObject({ refused: 3 });
  expect((await rows(refused.id, 'refused')).map(({ reasons: [reason] }) => reason?.detail)).toEqual([
    'Клиент закреплен за другим партнером. Передайте его в карточке клиента.',
    `Клиент с этими контактами уже есть под номером «К${phone}».`,
    'Укажите телефон, почту, ИНН или номер в вашей системе.',
  ]);
});

test('an import of sales rewards them once, and refunds them after the sales of the file', async () => {
  const { first, clients, sales, rows } = await scene();
  const phone = world.phone();
  await clients([`Ирина;${phone};;${first.phone};01.01.2020`]);
  const lines = [
    `${phone}-2;26.11.2020;500,00;;;${phone}-1`,
    `${phone}-1;24.11.2020;1 500,00;250;${phone};`,
    `${phone}-3;25.11.2020;100;;${phone};`,
    `${phone}-4;26.11.2020;10;;;нет такой`,
  ];
  const done = await sales(lines);
  expect(done.counts).toMatchObject({ created: 3, refused: 1 });
  expect((await rows(done.id, 'refused'))[0]?.reasons[0]).toMatchObject({
    column: 'Возврат по продаже',
    detail: 'Продажи с номером «нет такой» нет.',
  });
  const { id } = await clientOf(phone);
  expect(
    (await salesOf(id)).map(({ amount_kop, paid_on, source, reward_kop }) => [
      amount_kop,
      paid_on,
      source,
      reward_kop,
    ]),
  ).toEqual([
    [150_000, '2020-11-24', 'import', 10_000],
    [10_000, '2020-11-25', 'import', 1000],
    [50_000, '2020-11-26', 'import', 0],
  ]);
  expect(await earned(first)).toBe(11_000);
  expect((await sales(lines)).counts).toMatchObject({ created: 0, skipped: 3, refused: 1 });
  expect(await earned(first)).toBe(11_000);
});

test('a problem of the buyer or of the tax is named with its column', async () => {
  await scene();
  const { load, rows } = createImporter(world);
  const done = await load('sales', [
    'Номер заказа;Дата оплаты;Сумма;НДС;Почта;ИНН',
    `${world.phone()};24.11.2020;1000;;не почта;`,
    `${world.phone()};24.11.2020;1000;;;123`,
    `${world.phone()};24.11.2020;1000;1000;a@example.ru;`,
    `${world.phone()};24.11.2020;нет;;a@example.ru;`,
    `${world.phone()};24.11.2020;1000;;a@example.ru;`,
  ]);
  expect(done.counts).toMatchObject({ created: 1, refused: 4 });
  expect(
    (await rows(done.id, 'refused')).map(({ number, reasons }) => [
      number,
      reasons.length,
      reasons[0]?.column,
    ]),
  ).toEqual([
    [2, 1, 'Почта'],
    [3, 1, 'ИНН'],
    [4, 1, 'НДС'],
    [5, 1, 'Сумма'],
  ]);
});

test('an imported sale of an unknown client waits until the client is imported', async () => {
  const { first, clients, sales } = await scene();
  const phone = world.phone();
  const lines = [`${phone}-1;24.11.2020;1000;;${phone};`];
  expect((await sales(lines)).counts).toMatchObject({ created: 1 });
  const waiting = ok<{ results: WaitingSale[] }>(await world.boss.get(`${api}/waiting-sales/`)).results;
  expect(waiting.some(({ external_id }) => external_id === `${phone}-1`)).toBe(true);
  expect((await sales(lines)).counts).toMatchObject({ skipped: 1 });
  await clients([`Ирина;${phone};;${first.phone};01.01.2020`]);
  expect(await earned(first)).toBe(10_000);
  expect((await sales(lines)).counts).toMatchObject({ skipped: 1 });
});

import {
  type JournalEntry,
  type Link,
  type Page,
  type RouteContract,
  routes,
} from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { filterInWords } from '../../src/audit/downloads.ts';
import { ACCOUNT, PAYER, payouts, REGISTRIES } from '../setup/payouts.ts';
import { api, type Caller, createWorld, ok, type World } from '../setup/world.ts';

let world: World;
let boss: Caller;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  boss = await world.organization();
});
afterAll(() => world.stop());

const entries = async (by = boss) =>
  ok<Page<JournalEntry>>(await by.get(`${api}/journal/?page_size=100`)).results.filter(({ action }) =>
    action.endsWith('.export'),
  );
const wordsOf = ({ changes }: JournalEntry) =>
  Object.fromEntries(changes.map(({ field, after }) => [field, after?.replaceAll('\u00a0', ' ')]));
async function download(path: string, by = boss) {
  const response = await by.open(api + path);
  await response.arrayBuffer();
  expect(response.status, path).toBe(200);
}

test('an export is recorded in the journal with user, list, filter and row count', async () => {
  const program = await world.program({}, boss);
  for (let index = 0; index < 2; index += 1) await world.lead(program.id, {}, boss);
  const filter = `status=new,won&program=${program.id}&created_from=2026-01-01&search=%D0%98%D0%B2%D0%B0%D0%BD`;
  await download(`/leads/export/?format=csv&${filter}`);
  const [entry] = await entries();
  expect(entry).toMatchObject({
    kind: 'organization',
    action: 'organization.export',
    title: 'Список выгружен в файл',
    actor: { name: expect.any(String) },
  });
  expect(entry && wordsOf(entry)).toEqual({
    Файл: 'Лиды',
    Формат: 'CSV',
    Строк: '2',
    Фильтр: 'Статус: Новый, Сделка; Программа: выбрано 1; Создано с: 1 янв 2026; Поиск: по тексту',
  });
});

test.each([
  ['/partners/export/', 'Партнеры'],
  ['/accruals/export/', 'Начисления'],
  ['/payments/export/', 'Выплаты'],
  ['/receipts/export/', 'Чеки'],
  ['/bank-documents/export/', 'Документы банка'],
  ['/journal/export/', 'Журнал'],
])('a download of %s is recorded in the journal for both formats', async (path, list) => {
  for (const format of ['csv', 'xlsx']) await download(`${path}?format=${format}`);
  const rows = (await entries()).map(wordsOf);
  expect(rows.map(({ Файл, Формат }) => [Файл, Формат])).toEqual([
    [list, 'Excel'],
    [list, 'CSV'],
  ]);
});

test('the journal names every filter of every file in Russian', () => {
  const names = Object.values(routes).flatMap((route: RouteContract) =>
    route.cost === 'export' ? Object.keys(route.query?.shape ?? {}) : [],
  );
  const filters = names.filter((name) => !['format', 'ordering'].includes(name));
  expect(filters).not.toHaveLength(0);
  for (const name of filters) expect(filterInWords('Лиды', { [name]: 'да' })).toMatch(/^[А-Я]/);
});

test('a HEAD request of an export is not recorded in the journal', async () => {
  expect((await boss.open(`${api}/leads/export/?format=csv`, { method: 'HEAD' })).status).toBe(200);
  expect(await entries()).toEqual([]);
});

describe('a download of a document', () => {
  test('is recorded in the journal for a partner statement in both formats, by employees and by the partner', async () => {
    const { card, caller } = await world.partner({}, boss);
    const path = `/partners/${card.id}/statement`;
    const period = `from=${world.today()}&to=${world.today()}`;
    for (const by of [boss, caller]) {
      await download(`${path}/export/?format=csv&${period}`, by);
      await download(`${path}/pdf/?${period}`, by);
    }
    const rows = await entries();
    expect(rows).toHaveLength(4);
    for (const entry of rows)
      expect(entry).toMatchObject({
        object: { id: card.id },
        action: 'partner.export',
        title: 'Сверка с партнером скачана',
      });
    expect(new Set(rows.map(({ actor }) => actor?.id)).size).toBe(2);
    const history = ok<{ results: unknown[] }>(await boss.get(`${api}/partners/${card.id}/history/`));
    expect(JSON.stringify(history)).not.toContain('export');
  });

  test('is recorded in the journal for a printable QR code', async () => {
    const program = await world.program({}, boss);
    const { card } = await world.partner({}, boss);
    const link: Link = await world.enroll(program.id, card.id, boss);
    await download(`/links/${link.id}/qr/pdf/`);
    const [entry] = await entries();
    expect(entry).toMatchObject({
      title: 'Лист с QR-кодом скачан',
      object: { id: link.id, name: link.code },
    });
  });

  test('is recorded in the journal for a bank file, unless it is refused', async () => {
    ok(await boss.patch(`${api}/organization/`, PAYER));
    const money = payouts(world, boss);
    await money.payable(500_000, { card: { inn: '500100732259' }, method: ACCOUNT });
    money.ready();
    const [registry] = (await money.form()).results;
    if (registry === undefined) throw new Error('no registry was formed');
    ok(await money.step(registry, 'approve'));
    await download(`/registries/${registry.id}/file/?format=1c`);
    const [entry] = await entries();
    expect(entry).toMatchObject({ title: 'Файл для банка скачан', object: { id: registry.id } });
    expect(entry && wordsOf(entry)).toMatchObject({ Формат: 'Файл 1С', Строк: '1' });
    const refused = await boss.get(`${REGISTRIES}${registry.id}/file/?format=csv&template=none`);
    expect(refused.status).toBe(400);
    expect(await entries()).toHaveLength(1);
  });
});

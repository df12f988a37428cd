import type { ImportView } from '@referral-dashboard/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createImporter, IMPORTS, toFile } from '../setup/imports.ts';
import { createWorld, ok, type World } from '../setup/world.ts';

let world: World;
let { upload, check, load, rows } = {} as ReturnType<typeof createImporter>;
beforeAll(async () => {
  world = await createWorld();
  ({ upload, check, load, rows } = createImporter(world));
});
afterAll(() => world.stop());

const choose = (id: string, row: number) => world.boss.post(`${IMPORTS}${id}/header/`, { row });
const REPORT = ['Отчет по партнерам;;', '', 'Период: 01.11.2026 – 30.11.2026;;', 'Телефон;Фамилия;Имя'];

describe('the row with the headers', () => {
  test('is found below the titles of a report and shown among the first rows of the file', async () => {
    const phone = world.phone();
    const view = await upload('partners', [...REPORT, `${phone};Петров;Олег`]);
    expect(view).toMatchObject({ header_row: 4, total: 1, settings: { mapping: { phone: 0 } } });
    expect(view.head).toEqual([
      { number: 1, text: 'Отчет по партнерам' },
      { number: 3, text: 'Период: 01.11.2026 – 30.11.2026' },
      { number: 4, text: 'Телефон · Фамилия · Имя' },
      { number: 5, text: `${phone} · Петров · Олег` },
    ]);
  });

  test('can be chosen again before the run, and the columns are guessed by its names', async () => {
    const lines = ['Телефон;Имя;Фамилия', 'Основной;Краткое;Полное', `${world.phone()};Олег;Петров`];
    const first = await upload('partners', lines);
    expect(first).toMatchObject({ header_row: 1, total: 2 });
    const second = ok<ImportView>(await choose(first.id, 2));
    expect(second).toMatchObject({ header_row: 2, total: 1, state: 'uploaded', settings: { mapping: {} } });
    expect(second.columns.map(({ title }) => title)).toEqual(['Основной', 'Краткое', 'Полное']);
    const checked = await check({ ...second, settings: { mapping: { phone: 0, last_name: 2 } } });
    expect(checked).toMatchObject({ state: 'checked', counts: { created: 1, refused: 0 } });
    const third = ok<ImportView>(await choose(first.id, 1));
    expect(third).toMatchObject({
      state: 'uploaded',
      total: 2,
      settings: { mapping: { phone: 0, first_name: 1, last_name: 2 } },
    });
    expect((await check(third)).counts).toMatchObject({ created: 1, refused: 1 });
  });

  test('is remembered for the next file of the kind', async () => {
    const lines = () => ['Выгрузка;из программы;за год', 'Куда;Кто;Где', `${world.phone()};Ирина;Омск`];
    const first = await upload('partners', lines());
    expect(first.header_row).toBe(1);
    const chosen = ok<ImportView>(await choose(first.id, 2));
    await check({ ...chosen, settings: { mapping: { phone: 0 } } });
    expect(await upload('partners', lines())).toMatchObject({
      header_row: 2,
      settings: { mapping: { phone: 0 } },
    });
  });

  test('is one of the first rows of the file and has rows below it', async () => {
    const { id } = await upload('partners', ['Телефон;Имя', `${world.phone()};Олег`]);
    expect((await choose(id, 7)).body).toEqual({ row: [expect.stringContaining('строки')] });
    expect((await choose(id, 2)).body).toEqual({ row: [expect.stringContaining('нет данных')] });
    expect(ok<ImportView>(await world.boss.get(`${IMPORTS}${id}/`))).toMatchObject({
      header_row: 1,
      total: 1,
    });
  });

  test('cannot be chosen after the run', async () => {
    const { id } = await load('partners', ['Телефон;Имя', `${world.phone()};Олег`]);
    expect((await choose(id, 1)).status).toBe(409);
  });
});

test('titles of groups, repeated headers and totals are skipped with the reason', async () => {
  const done = await load('sales', [
    'Отчет о продажах;;;',
    'Документ;Дата;Сумма;Клиент',
    'ООО «Ромашка»;;15 000,00;',
    `П-${world.phone()};01.02.2026 0:00:00;15 000,00;ООО «Ромашка»`,
    'Документ;Дата;Сумма;Клиент',
    'Итого;;15 000,00;',
  ]);
  expect(done).toMatchObject({ total: 4, counts: { created: 1, skipped: 3, refused: 0 } });
  expect(
    (await rows(done.id, 'skipped')).map(({ number, reasons: [reason] }) => [number, reason?.detail]),
  ).toEqual([
    [3, 'Похоже на заголовок группы: в строке только название и суммы.'],
    [5, 'Повтор заголовков.'],
    [6, 'Строка итогов.'],
  ]);
});

describe('a file is refused with the reason when it has', () => {
  const refusal = async (lines: readonly string[]) =>
    (await world.boss.post(IMPORTS, { kind: 'leads', name: 'a.csv', data: toFile(lines) })).body;

  test.each([
    ['no bytes', []],
    ['only separators', [';;', ';;']],
    ['only a title', ['Отчет по лидам']],
    ['only headers', ['Имя;Телефон;Почта']],
    ['only a title and headers', ['Отчет по лидам;;', 'Имя;Телефон;Почта']],
  ])('%s', async (_, lines) => {
    expect(await refusal(lines)).toEqual({ data: [expect.stringMatching(/Файл пуст|нет строк|нет данных/)] });
  });
});

test('the first of two columns with one name is guessed, and the other can be chosen', async () => {
  const [work, home] = [world.phone(), world.phone()];
  const view = await upload('partners', ['Телефон;Телефон;Имя', `${home};${work};Олег`]);
  expect(view.settings.mapping).toMatchObject({ phone: 0 });
  const checked = await check({ ...view, settings: { mapping: { phone: 1 } } });
  expect(checked.counts).toMatchObject({ created: 1 });
});

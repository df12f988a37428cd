import { buffer, text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import readXlsx from 'read-excel-file/node';
import { describe, expect, test } from 'vitest';
import type { Sheet, WithTimeZone } from './columns.ts';
import { csv } from './csv.ts';
import { xlsx } from './xlsx.ts';

type Row = WithTimeZone & {
  note: string;
  phone: string;
  kop: number | null;
  clicks: number;
  at: string | null;
};

const sheet: Sheet<Row> = {
  name: 'Лиды',
  latinName: 'leads',
  columns: [
    { title: 'Заметка', width: 20, kind: 'text', value: ({ note }) => note },
    { title: 'Телефон', width: 20, kind: 'phone', value: ({ phone }) => phone },
    { title: 'Сумма', width: 20, kind: 'money', value: ({ kop }) => kop },
    { title: 'Переходов', width: 20, kind: 'number', value: ({ clicks }) => clicks },
    { title: 'Создан', width: 20, kind: 'time', value: ({ at }) => at },
  ],
};
const row: Row = {
  note: 'Перезвонить',
  phone: '+79161234567',
  kop: 123_456,
  clicks: 7,
  at: '2026-08-21T11:05:33.000Z',
  time_zone: 'Europe/Moscow',
};

async function* batches(rows: Row[]) {
  for (const one of rows) yield [one];
}
const asCsv = (rows: Row[]) => text(csv(sheet, batches(rows)));
const csvCells = async (rows: Row[]) =>
  (parse(await asCsv(rows), { bom: true, delimiter: ';' }) as string[][]).slice(1);
const xlsxCells = async (rows: Row[]) => {
  const [read] = await readXlsx(await buffer(xlsx(sheet, batches(rows))), { trim: false });
  return read?.data.slice(1) ?? [];
};

test('a CSV file opens in a Russian Excel: byte order mark, semicolons, CRLF, decimal commas, local times', async () => {
  expect(await asCsv([row])).toBe(
    '\uFEFFЗаметка;Телефон;Сумма;Переходов;Создан\r\n' +
      'Перезвонить;+7 916 123-45-67;1234,56;7;21.08.2026 14:05\r\n',
  );
});

test('a workbook has real numbers and dates', async () => {
  expect(await xlsxCells([row])).toEqual([
    ['Перезвонить', '+7 916 123-45-67', 1234.56, 7, new Date('2026-08-21T14:05:33.000Z')],
  ]);
});

test('times are in the time zone of each row’s organization', async () => {
  const cells = await csvCells([row, { ...row, time_zone: 'Asia/Vladivostok' }]);
  expect(cells.map((cell) => cell[4])).toEqual(['21.08.2026 14:05', '21.08.2026 21:05']);
});

test('an unknown value is an empty cell, and zero is not', async () => {
  const unknown = { ...row, note: '', kop: null, at: null };
  expect(await csvCells([unknown, { ...row, kop: 0 }])).toMatchObject([
    ['', '+7 916 123-45-67', '', '7', ''],
    { 2: '0,00' },
  ]);
  expect(await xlsxCells([unknown])).toEqual([[null, '+7 916 123-45-67', null, 7, null]]);
});

test('a negative amount is a number and not a formula', async () => {
  const less = { ...row, kop: -5 };
  expect((await csvCells([less]))[0]?.[2]).toBe('-0,05');
  expect((await xlsxCells([less]))[0]?.[2]).toBe(-0.05);
});

describe('a text that a spreadsheet takes for a formula', () => {
  test.each(['=1+1', '+79161234567', '-2+3', '@SUM(A1)', '=HYPERLINK("http://x";"y")'])(
    '%j is escaped in CSV and unchanged in a workbook',
    async (note) => {
      expect((await csvCells([{ ...row, note }]))[0]?.[0]).toBe(`'${note}`);
      expect((await xlsxCells([{ ...row, note }]))[0]?.[0]).toBe(note);
    },
  );

  test('does not start a cell of a CSV file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (note, phone) => {
        const [cells = []] = await csvCells([{ ...row, note, phone }]);
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});

test('a text is read back unchanged from both formats', async () => {
  const notes = ['a;b', '"кавычки"', 'две\nстроки', "О'Нил", ' пробелы ', '<b>&amp;', '_x0041_', '🙂'];
  const rows = notes.map((note) => ({ ...row, note }));
  expect((await csvCells(rows)).map(([note]) => note)).toEqual(notes);
  expect((await xlsxCells(rows)).map(([note]) => note)).toEqual(notes);
});

test('characters that no file can hold do not break the workbook', async () => {
  const note = 'а\ufffeб\uffffв\u0007г';
  expect((await xlsxCells([{ ...row, note }, row])).map(([cell]) => cell)).toEqual([
    expect.stringMatching(/^абв.*г$/),
    'Перезвонить',
  ]);
});

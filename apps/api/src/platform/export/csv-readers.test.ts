import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { parseCsv } from 'hucre/csv';
import { describe, expect, test } from 'vitest';
import type { Sheet, WithTimeZone } from './columns.ts';
import { csv } from './csv.ts';

type Row = WithTimeZone & { first: string; phone: string; kop: number; last: string };

const sheet: Sheet<Row> = {
  name: 'Лиды',
  latinName: 'leads',
  columns: [
    { title: 'Имя', width: 20, kind: 'text', value: ({ first }) => first },
    { title: 'Телефон', width: 20, kind: 'phone', value: ({ phone }) => phone },
    { title: 'Сумма', width: 20, kind: 'money', value: ({ kop }) => kop },
    { title: 'Комментарий', width: 20, kind: 'text', value: ({ last }) => last },
  ],
};
const row: Row = { first: 'Анна', phone: '+79161234567', kop: -5, last: 'ждет', time_zone: 'UTC' };

const csvOf = (rows: Row[]) =>
  text(
    csv(
      sheet,
      (async function* () {
        yield rows;
      })(),
    ),
  );

/** Returns the cells of a file as two independent parsers read them. The results must be equal. */
function cellsOf(file: string): string[][] {
  const one = parse(file, { bom: true, delimiter: ';', record_delimiter: '\r\n' }) as string[][];
  const lenient = parse(file, { bom: true, delimiter: ';' }) as string[][];
  const other = parseCsv(file, { delimiter: ';' });
  expect(other).toEqual(one);
  expect(lenient).toEqual(one);
  return one;
}
const cellOf = async (last: string) => cellsOf(await csvOf([{ ...row, last }]))[1]?.[3];

// biome-ignore lint/suspicious/noControlCharactersInRegex: some readers end lines there.
const LINE_ENDS = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
/** A phone with spaces is not an expression, so spreadsheets keep it as text. */
const STARTS_WITH_PHONE = /^\+7 \d{3} \d{3}-\d{2}-\d{2}(;|$)/;
const BEGINS_FORMULA = /^[\s"]*[=+\-@＝＋－＠]|^"*\t/;

/** Returns the cells as a reader without quotes, or with another separator, splits them. */
const crudeCells = (file: string) =>
  file
    .replace('\uFEFF', '')
    .split(LINE_ENDS)
    .flatMap((line) => [line, ...line.split(';'), ...line.split(','), ...line.split('\t')])
    // A negative amount is a number, complete or split at the comma.
    .filter((cell) => !/^-\d+(,\d\d)?(;|$)/.test(cell))
    .filter((cell) => !STARTS_WITH_PHONE.test(cell));

const ATTACKS = [
  '\n=cmd|" /C calc"!A0',
  'ждет\r=1+1',
  'ждет\r\n+1',
  'ждет\u2028-1',
  'ждет\x85@SUM(A1)',
  'ждет\v=1',
  'ждет\n\t=1',
  'ждет\n  =1',
  'ждет\n"=1"',
  'ждет";=1+1;"',
  'ждет;=1+1',
  'ждет,=1+1',
  'ждет\t=1+1',
  '"=1',
  '\x01=1',
  '\u200e=1',
  ' =1',
  '＝1',
];

describe.each(ATTACKS)('%j', (attack) => {
  test('starts neither a row nor a formula in any reader when a text contains it', async () => {
    const rows = [row, { ...row, first: attack }, { ...row, last: attack }, { ...row, phone: attack }, row];
    const file = await csvOf(rows);
    const cells = cellsOf(file);
    expect(cells.map(({ length }) => length)).toEqual(Array(6).fill(4));
    expect(cells.at(-1)).toEqual(['Анна', '+7 916 123-45-67', '-0,05', 'ждет']);
    for (const cell of [...cells.flat(), ...crudeCells(file)]) {
      if (cell !== '-0,05' && !STARTS_WITH_PHONE.test(cell)) expect(cell).not.toMatch(BEGINS_FORMULA);
    }
  });
});

test('no text of users starts a row or a formula', async () => {
  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...'=+-@\t\r\n;,"\' \v\f\x1c\x85\u2028\u00a0\u200b＝1a'.split('')),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(hostile, hostile, hostile, async (first, phone, last) => {
      const file = await csvOf([{ ...row, first, phone, last }, row]);
      const cells = cellsOf(file);
      expect(cells.map(({ length }) => length)).toEqual([4, 4, 4]);
      for (const cell of [...cells.flat(), ...crudeCells(file)]) {
        if (cell !== '-0,05' && !STARTS_WITH_PHONE.test(cell)) expect(cell).not.toMatch(BEGINS_FORMULA);
      }
    }),
    { numRuns: 500 },
  );
}, 30_000);

test.each([
  '007707083893',
  '7707083893',
  '000017',
  '40702810900000012345',
  '12e3456',
  '1E5',
  '12-11',
  '1/2',
  '12.05',
  '5%',
  '10:30',
  '5 PM',
  '8 Марта',
  'май 26',
  'ИСТИНА',
])('%s stays text, so a spreadsheet keeps its zeros and digits', async (value) => {
  expect(await cellOf(value)).toBe(`'${value}`);
});

test.each([
  'Л-17',
  'ПП-17',
  'ООО «Ромашка-2»',
  'О’Нил',
  '2 звонка',
  'Мария 1',
  'перезвонить в 5',
  'а-б, в; г',
  'строка\nеще строка',
])('%j needs no apostrophe', async (value) => {
  expect(await cellOf(value)).toBe(value);
});

test('a long text is scanned in linear time', async () => {
  const long = ['\t', '1', ',', ' ', '"', ';="'].map((piece) => `${piece.repeat(100_000)}х`);
  const started = performance.now();
  for (const last of long) await csvOf([{ ...row, last }]);
  expect(performance.now() - started).toBeLessThan(5000);
});

test('line ends of every kind become line feeds within a cell', async () => {
  expect(await cellOf('а\r\nб\rв\u2028г\vд\x85е\x07ж')).toBe('а\nб\nв\nг\nд\nеж');
});

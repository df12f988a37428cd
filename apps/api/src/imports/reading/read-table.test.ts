import { strToU8, zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { readTable } from './read-table.ts';

const read = (content: string | Uint8Array) => readTable(Buffer.from(content).toString('base64'));
const cellsOf = async (content: string | Uint8Array) => {
  const table = await read(content);
  if ('problem' in table) throw new Error(table.problem);
  return table.rows.map(({ cells }) => cells);
};

const ROWS = [
  ['Имя', 'Телефон'],
  ['Алена № 1', '+7 916 123-45-67'],
];
const csv = (delimiter: string, end: string) => ROWS.map((row) => row.join(delimiter)).join(end);

/** Cells by their XML: `<c r="A1" …>`. */
function workbook(rows: readonly (readonly string[])[], more: Record<string, Uint8Array> = {}) {
  const sheet = rows.map((cells, at) => `<row r="${at + 1}">${cells.join('')}</row>`).join('');
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  const files = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relation}"><sheets><sheet name="Лист1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relation}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells></worksheet>`,
  };
  const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]));
  return zipSync({ ...bytes, ...more });
}
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const number = (at: string, value: string, style = 0) => `<c r="${at}" s="${style}"><v>${value}</v></c>`;

describe('a text table', () => {
  for (const [name, delimiter] of [
    ['semicolons', ';'],
    ['commas', ','],
    ['tabs', '\t'],
  ] as const)
    for (const [ends, end] of [
      ['CRLF', '\r\n'],
      ['LF', '\n'],
      ['CR', '\r'],
    ] as const)
      test(`is read with ${name} and ${ends}`, async () => {
        expect(await cellsOf(csv(delimiter, end))).toEqual(ROWS);
      });

  test('is read in UTF-8 with a mark, UTF-16 with and without a mark, and Windows-1251', async () => {
    const content = csv(';', '\r\n');
    for (const bytes of [
      Buffer.from(`\ufeff${content}`),
      iconv.encode(content, 'utf-16le', { addBOM: true }),
      iconv.encode(content, 'utf-16be', { addBOM: true }),
      iconv.encode(`a;b\r\n${content}`, 'utf-16le'),
      iconv.encode(content, 'win1251'),
    ])
      expect((await cellsOf(bytes)).slice(-2)).toEqual(ROWS);
  });

  test('takes the separator that Excel states, keeps line ends in quotes and commas in amounts', async () => {
    expect(await cellsOf('sep=,\r\nИмя,Сумма\r\n"Иван\nПетров","1 500,00"')).toEqual([
      ['Имя', 'Сумма'],
      ['Иван\nПетров', '1 500,00'],
    ]);
    expect(await cellsOf('Имя;Сумма\nИван;1 500,00\nОлег;2 000,50')).toHaveLength(3);
  });

  test('keeps the numbers of rows and leaves out empty rows and columns', async () => {
    expect(await read('Имя;;Телефон\n;;\nИван;;1')).toEqual({
      rows: [
        { number: 1, cells: ['Имя', 'Телефон'] },
        { number: 3, cells: ['Иван', '1'] },
      ],
    });
  });

  test('is refused when it is empty, no table, or too large', async () => {
    const problem = async (content: string | Uint8Array) => {
      const table = await read(content);
      return 'problem' in table ? table.problem : '';
    };
    expect(await problem('')).toContain('нет строк');
    expect(await problem('\n;;\n')).toContain('нет строк');
    expect(await problem(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toContain('старого Excel');
    expect(await problem(new Uint8Array([1, 2, 3, 4]))).toContain('не читается');
    expect(await problem(new Uint8Array([0x50, 0x4b, 3, 4]))).toContain('поврежден');
    expect(await problem('1\n'.repeat(50_100))).toContain('50 000 строк');
    expect(await problem('1;'.repeat(300))).toContain('200 заполненных');
  });
});

describe('a workbook', () => {
  test('is read with texts, numbers, dates, values of formulas and merged cells', async () => {
    const rows = [
      [text('A1', 'Имя'), text('B1', 'Телефон'), text('C1', 'Дата'), text('D1', 'Сумма')],
      [
        text('A2', 'Иван'),
        number('B2', '7.916777124E10'),
        number('C2', '46350', 1),
        '<c r="D2"><f>1000+500.5</f><v>1500.5</v></c>',
      ],
      [text('B3', '8 (916) 123-45-67')],
    ];
    expect(await cellsOf(workbook(rows))).toEqual([
      ['Имя', 'Телефон', 'Дата', 'Сумма'],
      ['Иван', '79167771240', '2026-11-24', '1500.5'],
      ['', '8 (916) 123-45-67', '', ''],
    ]);
  });

  test('that declares more than 64 MB of unpacked files is refused without unpacking', async () => {
    const bomb = Buffer.from(workbook([[text('A1', 'Имя')]]));
    const lastEntry = bomb.lastIndexOf('PK\x01\x02', undefined, 'latin1');
    bomb.writeUInt32LE(70 * 1024 * 1024, lastEntry + 24);
    expect(await read(bomb)).toEqual({ problem: expect.stringContaining('после распаковки') });
  });
});

import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readTable } from './read-table.ts';

const EXCEL_COLUMNS = 16_384;
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of one sheet with these elements of `row`. */
const workbook = (rows: string) =>
  zipSync({
    '[Content_Types].xml': strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    ),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Лист1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    ),
  });
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** Returns the letters of a column, from 0. */
const letters = (column: number): string =>
  column < 0 ? '' : letters(Math.floor(column / 26) - 1) + String.fromCharCode(65 + (column % 26));
const every = (cell: (at: string) => string, row: number) =>
  Array.from({ length: EXCEL_COLUMNS }, (_, column) => cell(`${letters(column)}${row}`)).join('');

const read = (content: string | Uint8Array) => readTable(Buffer.from(content).toString('base64'));
const ROW = `<row r="1">${text('A1', 'Имя')}${text('B1', 'Телефон')}</row>`;

test('a text table of 16,384 filled columns is refused with the reason', async () => {
  const line = Array.from({ length: EXCEL_COLUMNS }, (_, at) => at).join(';');
  expect(await read(`${line}\r\n${line}`)).toEqual({ problem: expect.stringContaining('200 заполненных') });
});

test('a text table whose lines end in 16,384 separators is read', async () => {
  const tail = ';'.repeat(EXCEL_COLUMNS);
  expect(await read(`Имя;Телефон${tail}\r\nИрина;1${tail}`)).toEqual({
    rows: [
      { number: 1, cells: ['Имя', 'Телефон'] },
      { number: 2, cells: ['Ирина', '1'] },
    ],
  });
});

test('a workbook of 16,384 filled columns is refused with the reason', async () => {
  expect(await read(workbook(`<row r="1">${every((at) => text(at, 'Имя'), 1)}</row>`))).toEqual({
    problem: expect.stringContaining('200 заполненных'),
  });
});

test('a workbook with 16,384 formatted empty columns is read', async () => {
  const empty = `<row r="2">${every((at) => `<c r="${at}" s="0"/>`, 2)}</row>`;
  const last = `<row r="3">${text('A3', 'Ирина')}${text('XFD3', '1')}</row>`;
  expect(await read(workbook(ROW + empty + last))).toEqual({
    rows: [
      { number: 1, cells: ['Имя', 'Телефон', ''] },
      { number: 3, cells: ['Ирина', '', '1'] },
    ],
  });
});

test('a workbook with one value in the last cell of Excel is refused before its cells are allocated', async () => {
  const last = `<row r="1048576">${text('XFD1048576', '1')}</row>`;
  expect(await read(workbook(ROW + last))).toEqual({
    problem: expect.stringContaining('до строки 1048576 и столбца XFD'),
  });
});

test('a workbook whose rows are formatted down to the last one is read', async () => {
  expect(
    await read(workbook(`${ROW}<row r="2">${text('A2', 'Ирина')}</row><row r="1048576" ht="15"/>`)),
  ).toEqual({
    rows: [
      { number: 1, cells: ['Имя', 'Телефон'] },
      { number: 2, cells: ['Ирина', ''] },
    ],
  });
});

test('a web page with the name of a table is refused with the way to save it', async () => {
  const page =
    '<meta http-equiv="Content-type" content="text/html;charset=UTF-8" /><table><tr><th>ID</th></tr></table>';
  for (const content of [page, `\ufeff\r\n${page}`, '<!DOCTYPE html><html></html>', '<HTML><table></table>'])
    expect(await read(content)).toEqual({ problem: expect.stringContaining('веб-страница') });
});

test('a workbook without sheets and a broken archive are refused with the reason', async () => {
  const files = unzipSync(workbook(ROW));
  delete files['xl/worksheets/sheet1.xml'];
  expect(await read(zipSync(files))).toEqual({ problem: expect.stringContaining('поврежден') });
  expect(await read(workbook(ROW).slice(0, 300))).toEqual({ problem: expect.stringContaining('поврежден') });
});

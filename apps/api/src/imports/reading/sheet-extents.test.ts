import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readSheetExtents } from './sheet-extents.ts';

const MOST = 1000;
const extentsOf = (...sheets: string[]) =>
  readSheetExtents(
    zipSync(
      Object.fromEntries(
        sheets.map((rows, at) => [
          `xl/worksheets/sheet${at}.xml`,
          strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
        ]),
      ),
    ),
    MOST,
  );
const VALUE = '<v>1</v></c>';

test('the extent ends at the last row and the last column with a value', () => {
  const rows = `<row r="2"><c r="C2">${VALUE}</row><row r="9"><c r="A9">${VALUE}</row>`;
  expect(extentsOf(rows, `<row><c r="B1">${VALUE}</row>`)).toEqual([
    { row: 9, column: 3 },
    { row: 1, column: 2 },
  ]);
});

test('cells and rows without a value are not counted', () => {
  const rows = `<row r="1"><c r="A1">${VALUE}<c r="XFD1" s="1"/><c r="XFC2"></c></row><row r="1048576" ht="15"/>`;
  expect(extentsOf(rows)).toEqual([{ row: 1, column: 1 }]);
});

test('the number of a row counts for its cells, with any namespace prefix and any quotes', () => {
  const rows = `<x:row note='>' r='700'><x:c x:r='B1'><x:v>1</x:v></x:c></x:row>`;
  expect(extentsOf(rows)).toEqual([{ row: 700, column: 2 }]);
});

test('cells after the largest extent are not visited', () => {
  const rows = `<row r="900"><c r="XFD900">${VALUE}</row><row r="1048576"><c r="A1048576">${VALUE}</row>`;
  expect(extentsOf(rows)).toEqual([{ row: 900, column: 16_384 }]);
});

test.each([
  '<row r="1048577"><c r="A1"><v>1</v></c></row>',
  '<row r="1"><c r="XFE1"><v>1</v></c></row>',
  '<row r="1"><c r="AAAA1"><v>1</v></c></row>',
  '<row r="&#57;99999"><c r="A1"><v>1</v></c></row>',
  '<row r=900><c r="A1"><v>1</v></c></row>',
])('%s is not read', (rows) => expect(extentsOf(rows)).toBeUndefined());

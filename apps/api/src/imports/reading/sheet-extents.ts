import { unzipSync } from 'fflate';

/** Last row and last column of Excel. */
const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;

/** Start of a row or a cell, with any namespace prefix. */
const ELEMENT = /<(?:[\w.-]+:)?(row|c)(?=[\s/>])/g;
/** Attributes to the end of the tag. `isClosed` and `isEmpty` match elements without content. */
const TAG =
  /(?<attributes>(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(?<isClosed>\/)?>(?<isEmpty>\s*<\/)?/y;
const POSITION = /\s(?:[\w.-]+:)?r\s*=\s*["']([^"']*)/;
const ADDRESS = /^([A-Z]{0,3})(\d{1,7})$/;

/** Last row and last column of a sheet that have values, from 1. A reader allocates all cells before them. */
export type Extent = { row: number; column: number };

/**
 * Returns the extents of the sheets of a workbook. The cells of a sheet are visited until its extent has more than `most` cells.
 *
 * @returns undefined for an archive or an element that cannot be read, and for cells that Excel does not have.
 */
export function readSheetExtents(bytes: Uint8Array, most: number): Extent[] | undefined {
  try {
    const files = unzipSync(bytes, { filter: ({ name }) => name.endsWith('.xml') });
    // Tags and addresses are ASCII.
    return Object.values(files).map((file) => readExtent(Buffer.from(file).toString('latin1'), most));
  } catch {
    return undefined;
  }
}

function readExtent(xml: string, most: number): Extent {
  const last: Extent = { row: 0, column: 0 };
  let current = 0;
  for (const { index, 0: start, 1: name } of xml.matchAll(ELEMENT)) {
    TAG.lastIndex = index + start.length;
    const { attributes, isClosed, isEmpty } = TAG.exec(xml)?.groups ?? {};
    if (attributes === undefined) throw new Error(`unreadable <${name}>`);
    const { row, column } = readPosition(attributes);
    if (name === 'row') current = row;
    else if (isClosed === undefined && isEmpty === undefined) {
      last.row = Math.max(last.row, row, current);
      last.column = Math.max(last.column, column);
      if (cellsOf(last) > most) break;
    }
  }
  return last;
}

/** Rows may be written without their number. @throws Error for positions beyond those of Excel. */
function readPosition(attributes: string): Extent {
  const position = POSITION.exec(attributes)?.[1];
  if (position === undefined) return { row: 0, column: 0 };
  const [, letters = '', digits] = ADDRESS.exec(position) ?? [];
  const [row, column] = [Number(digits), toColumn(letters)];
  if (digits === undefined || row > MAX_ROW || column > MAX_COLUMN) throw new Error(`no cell ${position}`);
  return { row, column };
}

export const cellsOf = ({ row, column }: Extent) => row * column;

/** Returns the number of a column from 1, or 0 without letters. */
const toColumn = (letters: string) =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);

/** Returns the letters of a column from 1. */
export const toLetters = (column: number): string =>
  column === 0
    ? ''
    : toLetters(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));

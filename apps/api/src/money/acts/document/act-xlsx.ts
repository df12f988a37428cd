import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Cell } from '../../../platform/export/columns.ts';
import { type FreeColumn, freeXlsx } from '../../../platform/export/xlsx.ts';
import type { ActSheet } from './act-sheet.ts';

const COLUMNS: readonly FreeColumn[] = [
  { width: 8, kind: 'number' },
  { width: 13, kind: 'day' },
  { width: 11, kind: 'text' },
  { width: 11, kind: 'text' },
  { width: 70, kind: 'text' },
  { width: 16, kind: 'money' },
];

const NOTHING: Cell[] = [];

/** Builds a workbook with an act on one sheet. */
export function actXlsx({ heading, contract, sides, lines, amount_kop, summary }: ActSheet): Promise<Buffer> {
  const textRow = (text: string): Cell[] => [text];
  const rows: Cell[][] = [
    textRow(heading),
    ...(contract === '' ? [] : [textRow(contract)]),
    ...sides.flatMap(({ role, name, requisites }) => [
      NOTHING,
      textRow(`${role}: ${name}`),
      ...requisites.map(textRow),
    ]),
    NOTHING,
    ['№', 'Дата перевода', 'Выплата', 'Начисление', 'Наименование', 'Сумма, ₽'],
    ...lines.map(({ paid_on, payment, number, text, amount_kop: kop }, index): Cell[] => [
      index + 1,
      new Date(paid_on),
      payment,
      number,
      text,
      kop / 100,
    ]),
    [null, null, null, null, 'Итого', amount_kop / 100],
    NOTHING,
    ...summary.map(textRow),
  ];
  return buffer(Readable.from(freeXlsx('Акт', COLUMNS, rows)));
}

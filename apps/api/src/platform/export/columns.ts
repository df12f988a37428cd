import { writtenPhone } from '@referral-dashboard/api-contract';
import { localDateTime } from './wall-clock.ts';

type Kind<Row> =
  /** `digits`: a code of a bank or a tax office, written with its leading zeros and without an apostrophe. */
  | { kind: 'text' | 'phone' | 'digits'; value: (row: Row) => string | null }
  | { kind: 'number'; value: (row: Row) => number | null }
  /** In kopecks. */
  | { kind: 'money'; value: (row: Row) => number | null }
  /** In ISO 8601: a moment or a date. */
  | { kind: 'time' | 'day'; value: (row: Row) => string | null };

/** One column of a file: its Russian title, its width in characters, and a function that returns the value of a row. */
export type Column<Row> = { title: string; width: number } & Kind<Row>;

/** Content of a file in any format: the name of the list in Russian and in Latin letters, and its columns. */
export type Sheet<Row> = { name: string; latinName: string; columns: readonly Column<Row>[] };

/** Row with the time zone of its organization, in which its times are written. */
export type WithTimeZone = { time_zone: string };

/** Converts a row to its form in the contract and adds its time zone. */
export const inTimeZone =
  <Found extends WithTimeZone, Row>(view: (found: Found) => Row) =>
  (found: Found): Row & WithTimeZone => ({ ...view(found), time_zone: found.time_zone });

/** Money in roubles; local time in the UTC fields of a date; null for an empty cell. */
export type Cell = string | number | Date | null;

export const toCells = <Row extends WithTimeZone>({ columns }: Sheet<Row>, row: Row): Cell[] =>
  columns.map((column) => toCell(column, row));

function toCell<Row extends WithTimeZone>(column: Column<Row>, row: Row): Cell {
  const value = column.value(row);
  if (value === null || value === '') return null;
  if (column.kind === 'time') return localDateTime(new Date(value), row.time_zone);
  if (column.kind === 'day') return new Date(value);
  if (column.kind === 'money') return Number(value) / 100;
  return column.kind === 'phone' ? writtenPhone(String(value)) : value;
}

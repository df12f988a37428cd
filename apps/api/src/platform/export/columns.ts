import { writtenPhone } from '@referral-dashboard/api-contract';
import { localDateTime } from './wall-clock.ts';

type Kind<Row> =
  /** `digits` are codes of a bank or a tax office: programs read them, with their zeros. */
  | { kind: 'text' | 'phone' | 'digits'; value: (row: Row) => string | null }
  | { kind: 'number'; value: (row: Row) => number | null }
  /** In kopecks. */
  | { kind: 'money'; value: (row: Row) => number | null }
  /** In ISO 8601: a moment, or a day of the calendar. */
  | { kind: 'time' | 'day'; value: (row: Row) => string | null };

/** One column of a file: its title in Russian, its width in characters, and what of a row stands in it. */
export type Column<Row> = { title: string; width: number } & Kind<Row>;

/** Content of a file in any format: the Russian name of the list, the same in Latin letters, its columns. */
export type Sheet<Row> = { name: string; latinName: string; columns: readonly Column<Row>[] };

/** A row of a list; times are told as the clocks of its organization show them. */
export type WithTimeZone = { time_zone: string };

/** A row as the contract tells it, with the time zone of what the database holds. */
export const inTimeZone =
  <Found extends WithTimeZone, Row>(view: (found: Found) => Row) =>
  (found: Found): Row & WithTimeZone => ({ ...view(found), time_zone: found.time_zone });

/** Money in roubles; a time in the UTC fields of a date; null for an empty cell. */
export type Cell = string | number | Date | null;

export const cellsOf = <Row extends WithTimeZone>({ columns }: Sheet<Row>, row: Row): Cell[] =>
  columns.map((column) => cellOf(column, row));

function cellOf<Row extends WithTimeZone>(column: Column<Row>, row: Row): Cell {
  const value = column.value(row);
  if (value === null || value === '') return null;
  if (column.kind === 'time') return localDateTime(new Date(value), row.time_zone);
  if (column.kind === 'day') return new Date(value);
  if (column.kind === 'money') return Number(value) / 100;
  return column.kind === 'phone' ? writtenPhone(String(value)) : value;
}

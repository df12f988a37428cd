import { stringify } from 'csv-stringify/sync';
import { type Sheet, toCells, type WithTimeZone } from './columns.ts';
import { inertText } from './inert-text.ts';

/** CSV that a Russian Excel opens by double click. Cells with any line end are quoted, because some readers know only one kind. */
const DIALECT = { delimiter: ';', record_delimiter: '\r\n', quoted_match: /[\r\n]/ } as const;

/** A phone as on the screens. Its leading plus starts no formula, because digits separated by spaces are not an expression. */
const OUR_PHONE = /^\+7 \d{3} [\d*]{3}-[\d*]{2}-\d{2}$/;

const DIGITS = /^\d+$/;

const formatTime = (time: Date, pattern: string) =>
  time.toISOString().replace(/^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d).*$/, pattern);

/** Options for readers other than spreadsheets. */
export type Dialect = { separator: ';' | ','; has_header: boolean };

/** Yields the text of a CSV file, one piece per batch of rows. */
export async function* csv<Row extends WithTimeZone>(
  sheet: Sheet<Row>,
  batches: AsyncIterable<Row[]>,
  { separator, has_header }: Dialect = { separator: ';', has_header: true },
) {
  const dialect = { ...DIALECT, delimiter: separator };
  const kindAt = (index: number) => sheet.columns[index]?.kind;
  const cast = {
    date: (value: Date, { index }: { index: number }) =>
      formatTime(value, kindAt(index) === 'day' ? '$3.$2.$1' : '$3.$2.$1 $4'),
    number: (value: number, { index }: { index: number }) =>
      kindAt(index) === 'money' ? value.toFixed(2).replace('.', ',') : String(value),
    string: (value: string, { index }: { index: number }) => {
      const kind = kindAt(index);
      const isPlain =
        (kind === 'phone' && OUR_PHONE.test(value)) || (kind === 'digits' && DIGITS.test(value));
      return isPlain ? value : inertText(value);
    },
  };
  yield has_header
    ? stringify([sheet.columns.map(({ title }) => title)], { ...dialect, bom: true })
    : '\ufeff';
  for await (const batch of batches) {
    yield stringify(
      batch.map((row) => toCells(sheet, row)),
      { ...dialect, cast },
    );
  }
}

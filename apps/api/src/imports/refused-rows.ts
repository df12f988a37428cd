import { stringify } from 'csv-stringify/sync';
import type { RowReason } from '../database/tables/imports.ts';
import { inertText } from '../platform/export/inert-text.ts';
import type { SentFile } from '../platform/http/content/send-file.ts';

type Refused = { number: number; cells: string[] | null; reasons: RowReason[] };

const REASON_TITLE = 'Что исправить';

/** Returns the file with the refused rows and the causes. It can be corrected and uploaded again. */
export function refusedRowsFile(name: string, titles: readonly string[], rows: readonly Refused[]): SentFile {
  const isKept = (_: string, column: number) => titles[column] !== REASON_TITLE;
  const lines = rows.map(({ cells, reasons }) => [
    ...(cells ?? []).filter(isKept).map(inertText),
    reasons.map(({ detail }) => detail).join(' '),
  ]);
  const content = stringify([[...titles.filter(isKept), REASON_TITLE], ...lines], {
    delimiter: ';',
    record_delimiter: '\r\n',
    bom: true,
  });
  return {
    name: `Не загружены ${name.replace(/\.\w+$/, '')}.csv`,
    latinName: 'refused-rows.csv',
    type: 'text/csv; charset=utf-8',
    content: Buffer.from(content),
  };
}

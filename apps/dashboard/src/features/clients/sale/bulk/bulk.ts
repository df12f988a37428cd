import type { Buyer, FoundClients, ReportedSale } from '@referral-dashboard/api-contract';
import { isInn, russianPhone } from '@referral-dashboard/api-contract';
import dayjs from 'dayjs';
import { parseDay } from '@/shared/format/parse-day.ts';

export type FoundClient = FoundClients['results'][number]['clients'][number];

/** Texts of a row, in the order of the columns, with their labels. */
export const COLUMNS = {
  client: 'Клиент',
  amount_kop: 'Сумма',
  paid_on: 'Дата оплаты',
  product: 'Товар',
  vat_kop: 'НДС',
  external_id: 'Номер в вашей системе',
} as const;
export type ColumnName = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];
/** Columns that are shown on request. */
export const OTHER_COLUMNS = ['product', 'vat_kop', 'external_id'] as const satisfies ColumnName[];

/** A row of the table, as it is typed. `chosen` and `program` answer the questions about the client. */
export type SaleRow = Record<ColumnName, string> & {
  key: number;
  chosen: string | null;
  program: string | null;
};
export type RowErrors = Partial<Record<ColumnName | 'program', string>>;

const EMPTY_ROW = Object.fromEntries(COLUMN_NAMES.map((name) => [name, ''])) as Record<ColumnName, string>;

/** A row without a client and a sum. `today` is `2026-08-21`. */
export const createRow = (key: number, today: string): SaleRow => ({
  ...EMPTY_ROW,
  paid_on: dayjs(today).format('DD.MM.YYYY'),
  key,
  chosen: null,
  program: null,
});

/** Whether a row holds nothing but its day. */
export const isBlankRow = (row: SaleRow) =>
  COLUMN_NAMES.every((name) => name === 'paid_on' || row[name].trim() === '');

/** Drafts hold no ИНН. */
export const toDraft = (rows: readonly SaleRow[]) =>
  rows.map((row) => (isInn(row.client.trim()) ? { ...row, client: '' } : row));

/** Parses «12 345,67 ₽» to kopecks; null for other text and for zero. */
export function parseKop(text: string): number | null {
  const bare = text.replace(/\s|₽|руб\.?/g, '').replace(',', '.');
  return /^\d{1,11}(\.\d{1,2})?$/.test(bare) ? Math.round(Number(bare) * 100) || null : null;
}

/** Parses 05.11.2026, 05.11.26 or 2026-11-05 to `2026-11-05`; null for other text. */
export const parsePastedDay = (text: string) => parseDay(text, ['DD.MM.YY', 'YYYY-MM-DD']);

/** Splits cells copied from a spreadsheet, without a line of headings. Null for a text that is a single cell. */
export function parseCells(text: string): string[][] | null {
  if (!/[\t\n\r]/.test(text.trim())) return null;
  const lines = text.split(/\r\n|[\n\r]/).filter((line) => line.trim() !== '');
  const cells = lines.map((line) => line.split('\t').map((cell) => cell.trim()));
  const [first = []] = cells;
  const isHeading = first.length > 1 && !first.some((cell) => /\d/.test(cell)) && cells.length > 1;
  return isHeading ? cells.slice(1) : cells;
}

/** Fills rows with pasted cells, from a row and a column on. `createNext` makes the rows that are missing. */
export function pasteCells(
  rows: readonly SaleRow[],
  cells: readonly string[][],
  at: { row: number; column: number },
  createNext: () => SaleRow,
): SaleRow[] {
  const filled = [...rows];
  for (const [index, line] of cells.entries()) {
    const row = { ...(filled[at.row + index] ?? createNext()) };
    for (const [offset, cell] of line.entries()) {
      const name = COLUMN_NAMES[at.column + offset];
      if (name === undefined || (name === 'paid_on' && cell === '')) continue;
      row[name] = cell;
      if (name === 'client') Object.assign(row, { chosen: null, program: null });
    }
    filled[at.row + index] = row;
  }
  return filled;
}

/** The client of a row: the chosen one, or the only one that was found. */
export const getClient = ({ chosen }: SaleRow, found: readonly FoundClient[]): FoundClient | undefined =>
  found.length === 1 ? found[0] : found.find(({ id }) => id === chosen);

/** What an unknown client of a row is known by. Null for the number of a client that does not exist. */
export function getBuyer({ client }: Pick<SaleRow, 'client'>): Buyer | null {
  const text = client.trim();
  if (text === '' || /^к\s*-?\s*\d+$/i.test(text)) return null;
  const phone = russianPhone(text);
  if (phone !== null) return { phone };
  if (isInn(text)) return { inn: text };
  if (text.includes('@')) return { email: text };
  return /^\d+$/.test(text) ? { external_id: text } : { name: text };
}

function checkClient(
  row: SaleRow,
  found: readonly FoundClient[],
  client: FoundClient | undefined,
): RowErrors {
  if (row.client.trim() === '') return { client: 'Введите клиента' };
  if (found.length === 0) return getBuyer(row) === null ? { client: 'Клиент не найден' } : {};
  if (client === undefined) return { client: 'Выберите клиента' };
  return client.programs.length > 1 && row.program === null ? { program: 'Выберите программу' } : {};
}

/** Converts a row into a sale. Errors are returned instead when something is missing or cannot be read. */
export function toSale(
  row: SaleRow,
  found: readonly FoundClient[],
): { sale: ReportedSale } | { errors: RowErrors } {
  const client = getClient(row, found);
  const [amount_kop, paid_on] = [parseKop(row.amount_kop), parsePastedDay(row.paid_on)];
  const vat_kop = row.vat_kop === '' ? null : parseKop(row.vat_kop);
  const errors = {
    ...checkClient(row, found, client),
    ...(amount_kop === null && {
      amount_kop: row.amount_kop === '' ? 'Введите сумму' : 'Введите сумму так: 12\u00a0345,67',
    }),
    ...(paid_on === null && {
      paid_on: row.paid_on === '' ? 'Введите дату' : 'Введите дату так: 05.11.2026',
    }),
    ...(row.vat_kop !== '' && vat_kop === null && { vat_kop: 'Введите НДС так: 1\u00a0234,56' }),
  };
  const named = client === undefined ? { buyer: getBuyer(row) ?? {} } : { client: client.id };
  if (amount_kop === null || paid_on === null || Object.keys(errors).length > 0) return { errors };
  return {
    sale: {
      ...named,
      ...(row.program !== null && client && client.programs.length > 1 && { program: row.program }),
      amount_kop,
      paid_on,
      vat_kop,
      ...(row.product !== '' && { product: row.product }),
      external_id: row.external_id || null,
    },
  };
}

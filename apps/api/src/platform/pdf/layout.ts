/** Element of a pdfmake document. Functions are not allowed, because the document is sent to another thread. */
export type Part = {
  [member: string]: string | number | boolean | Part | readonly (string | number | Part)[];
};

/** A document on A4 with numbered pages. */
export type PdfDocument = { title: string; content: readonly Part[] };

const AMOUNT = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const text = (content: string, style: Part = {}): Part => ({ text: content, ...style });

/** Returns a right-aligned cell with an amount in roubles. */
export const money = (kop: number, style: Part = {}): Part =>
  text(AMOUNT.format(kop / 100).replace('-', '\u2212'), { alignment: 'right', noWrap: true, ...style });

type Column = { title: string; width: number | '*'; alignment?: 'right' };

const WIDTH = 499;

const head = (columns: readonly Column[]) =>
  columns.map(({ title, alignment = 'left' }) => text(title, { bold: true, alignment }));

const grid = (columns: readonly Column[], headerRows: 0 | 1, rows: readonly (readonly Part[])[]): Part => ({
  layout: 'lightHorizontalLines',
  table: {
    headerRows,
    dontBreakRows: true,
    widths: columns.map(({ width }) => width),
    body: rows as unknown as readonly Part[],
  },
});

/** Returns a table that repeats its head on every page and does not split rows. */
export const table = (columns: readonly Column[], rows: readonly (readonly Part[])[]): Part =>
  grid(columns, 1, [head(columns), ...rows]);

/** Returns the last rows of a table, which stay together on one page. */
export const tableFoot = (columns: readonly Column[], rows: readonly (readonly Part[])[]): Part => ({
  unbreakable: true,
  stack: [line(WIDTH), grid(columns, 0, rows)],
});

/** Returns a horizontal line, in points. */
export const line = (width: number): Part => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.75 }],
});

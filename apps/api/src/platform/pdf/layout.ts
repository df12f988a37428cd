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
  text(AMOUNT.format(kop / 100), { alignment: 'right', noWrap: true, ...style });

type Column = { title: string; width: number | '*'; alignment?: 'right' };

/** Returns a table that repeats its head on every page and does not split rows. */
export const table = (columns: readonly Column[], rows: readonly (readonly Part[])[]): Part => ({
  layout: 'lightHorizontalLines',
  table: {
    headerRows: 1,
    dontBreakRows: true,
    widths: columns.map(({ width }) => width),
    body: [
      columns.map(({ title, alignment = 'left' }) => text(title, { bold: true, alignment })),
      ...rows,
    ] as unknown as readonly Part[],
  },
});

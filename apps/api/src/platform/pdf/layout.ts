/** Part of a document as pdfmake takes it. Functions stay out: documents are laid out in another thread. */
export type Part = {
  [member: string]: string | number | boolean | Part | readonly (string | number | Part)[];
};

/** A document on A4 with numbered pages. */
export type PdfDocument = { title: string; content: readonly Part[] };

const AMOUNT = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const text = (said: string, style: Part = {}): Part => ({ text: said, ...style });

/** Kopecks as roubles, at the right of their column. */
export const money = (kop: number, style: Part = {}): Part =>
  text(AMOUNT.format(kop / 100), { alignment: 'right', noWrap: true, ...style });

type Column = { title: string; width: number | '*'; alignment?: 'right' };

/** A table whose head is on every page and whose rows are never torn apart. */
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

import { writtenDay } from '../../../domain/acts/months.ts';
import type { ActSheet } from '../act-sheet.ts';

const AMOUNT = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Longest run of signs that fits into a column: a longer one is broken anywhere. */
const LONGEST_WORD = 24;

type Cell = object;

/**
 * An act as pdfmake lays it out.
 *
 * @param write a text in the signs of the font.
 */
export function actPdf(
  { heading, contract, sides, lines, amount_kop, summary }: ActSheet,
  write: (text: string) => string,
) {
  const said = (given: string, style: object = {}): Cell => {
    const text = write(given);
    const isLong = text.split(/\s/).some((word) => word.length > LONGEST_WORD);
    return { text, ...(isLong && { wordBreak: 'break-all' }), ...style };
  };
  const figure = (kop: number, style: object = {}) =>
    said(AMOUNT.format(kop / 100), { alignment: 'right', noWrap: true, ...style });
  const titled = (text: string, alignment = 'left') => said(text, { bold: true, alignment });
  return {
    info: { title: write(heading) },
    pageSize: 'A4',
    pageMargins: [48, 48, 48, 56],
    defaultStyle: { font: 'Act', fontSize: 9, lineHeight: 1.15 },
    footer: (page: number, pages: number) => ({
      text: `Страница ${page} из ${pages}`,
      alignment: 'right',
      fontSize: 8,
      margin: [48, 16, 48, 0],
    }),
    content: [
      said(heading, { fontSize: 13, bold: true, margin: [0, 0, 0, 4] }),
      ...(contract === '' ? [] : [said(contract, { margin: [0, 0, 0, 4] })]),
      {
        margin: [0, 8, 0, 12],
        columnGap: 24,
        columns: sides.map(({ role, name, requisites }) => [
          said(role, { bold: true }),
          said(name),
          ...requisites.map((line) => said(line)),
        ]),
      },
      {
        layout: 'lightHorizontalLines',
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: [24, 54, 44, '*', 72],
          body: [
            [
              titled('№'),
              titled('Дата'),
              titled('Выплата'),
              titled('Наименование'),
              titled('Сумма, ₽', 'right'),
            ],
            ...lines.map(({ paid_on, payment, number, text, amount_kop: kop }, index) => [
              said(String(index + 1)),
              said(writtenDay(paid_on)),
              said(payment),
              said([number, text].filter(Boolean).join('. ')),
              figure(kop),
            ]),
            [said(''), said(''), said(''), titled('Итого'), figure(amount_kop, { bold: true })],
          ],
        },
      },
      ...summary.map((sentence) => said(sentence, { margin: [0, 10, 0, 0] })),
      {
        margin: [0, 28, 0, 0],
        columnGap: 24,
        unbreakable: true,
        columns: sides.map(({ role }) => [said(role, { bold: true }), said('_____________ / _____________')]),
      },
    ],
  };
}

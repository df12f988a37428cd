import { money, type PdfDocument, table, text } from '../../../platform/pdf/layout.ts';
import { formatIsoDay } from '../months.ts';
import type { ActSheet } from './act-sheet.ts';

/** Builds the PDF document of an act. */
export const actPdf = ({ heading, contract, sides, lines, amount_kop, summary }: ActSheet): PdfDocument => ({
  title: heading,
  content: [
    text(heading, { fontSize: 13, bold: true, margin: [0, 0, 0, 4] }),
    ...(contract === '' ? [] : [text(contract, { margin: [0, 0, 0, 4] })]),
    {
      margin: [0, 8, 0, 12],
      columnGap: 24,
      columns: sides.map(({ role, name, requisites }) => ({
        stack: [text(role, { bold: true }), text(name), ...requisites.map((line) => text(line))],
      })),
    },
    table(
      [
        { title: '№', width: 24 },
        { title: 'Дата перевода', width: 54 },
        { title: 'Выплата', width: 44 },
        { title: 'Наименование', width: '*' },
        { title: 'Сумма, ₽', width: 72, alignment: 'right' },
      ],
      [
        ...lines.map(({ paid_on, payment, number, text: description, amount_kop: kop }, index) => [
          text(String(index + 1)),
          text(formatIsoDay(paid_on)),
          text(payment),
          text([number, description].filter(Boolean).join('. ')),
          money(kop),
        ]),
        [text(''), text(''), text(''), text('Итого', { bold: true }), money(amount_kop, { bold: true })],
      ],
    ),
    ...summary.map((sentence) => text(sentence, { margin: [0, 10, 0, 0] })),
    {
      margin: [0, 28, 0, 0],
      columnGap: 24,
      unbreakable: true,
      columns: sides.map(({ role }) => ({
        stack: [text(role, { bold: true }), text('_____________ / _____________')],
      })),
    },
  ],
});

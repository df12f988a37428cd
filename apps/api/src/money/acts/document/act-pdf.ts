import { line, money, type Part, type PdfDocument, table, text } from '../../../platform/pdf/layout.ts';
import { formatIsoDay } from '../months.ts';
import type { ActSheet } from './act-sheet.ts';

const GAP = 24;

/** Returns a blank or a name over a line with a caption. */
const field = (caption: string, width: number, content = ''): Part => ({
  width,
  stack: [
    text(content || ' ', { margin: [0, 10, 0, 1] }),
    line(width),
    text(caption, { fontSize: 7, alignment: 'center', margin: [0, 1, 0, 0] }),
  ],
});

/** Returns the place of a signature: with the name of a person, or with blanks for the representative of a company. */
const signature = ({ signer }: ActSheet['sides'][number]): Part => ({
  columnGap: 8,
  columns:
    signer === undefined
      ? [field('должность', 70), field('подпись', 60), field('фамилия и инициалы', 90)]
      : [field('подпись', 90), field('фамилия и инициалы', 138, signer)],
});

/** Builds the PDF document of an act. */
export const actPdf = ({ heading, contract, sides, lines, amount_kop, summary }: ActSheet): PdfDocument => ({
  title: heading,
  content: [
    text(heading, { fontSize: 13, bold: true, margin: [0, 0, 0, 4] }),
    ...(contract === '' ? [] : [text(contract, { margin: [0, 0, 0, 4] })]),
    {
      margin: [0, 8, 0, 12],
      columnGap: GAP,
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
    // Signatures never stand alone on a page.
    {
      unbreakable: true,
      stack: [
        ...summary.map((sentence) => text(sentence, { margin: [0, 10, 0, 0] })),
        {
          margin: [0, 28, 0, 0],
          columnGap: GAP,
          columns: sides.map((side) => ({ stack: [text(side.role, { bold: true }), signature(side)] })),
        },
      ],
    },
  ],
});

import { STATEMENT_DATES, STATEMENT_KIND_LABELS, type Statement } from '@referral-dashboard/api-contract';
import { dayIn } from '../../platform/clock.ts';
import { conflict } from '../../platform/errors.ts';
import type { WithTimeZone } from '../../platform/export/columns.ts';
import { money, type Part, type PdfDocument, table, text } from '../../platform/pdf/layout.ts';
import { formatIsoDay } from '../acts/months.ts';
import { CLOSING_PARTS } from './closing-parts.ts';

/** Maximum number of lines in a PDF: the layout of a longer one takes too long for a request. */
const MAX_STATEMENT_LINES = 3000;

const COLUMNS = [
  { title: 'Дата', width: 54 },
  { title: 'Документ', width: 92 },
  { title: 'За что', width: '*' },
  { title: 'Сумма, ₽', width: 66, alignment: 'right' },
  { title: 'Остаток, ₽', width: 66, alignment: 'right' },
] as const;

const balance = (day: string, label: string, kop: number): Part[] => [
  text(formatIsoDay(day), { bold: true }),
  text(label, { bold: true }),
  text(''),
  text(''),
  money(kop, { bold: true }),
];

/**
 * Builds the PDF of a statement: opening balance, lines and closing balance.
 *
 * @throws ApiError 409 for more than 3,000 lines.
 */
export function statementPdf(statement: Statement & WithTimeZone): PdfDocument {
  const { partner, from, to, opening_kop, closing_kop, closing, lines, time_zone } = statement;
  if (lines.length > MAX_STATEMENT_LINES)
    throw conflict('blocked', 'В выписке больше 3 000 строк. Выберите период короче или скачайте таблицу.');
  const title = `Выписка за ${formatIsoDay(from)} – ${formatIsoDay(to)}`;
  return {
    title,
    content: [
      text(title, { fontSize: 13, bold: true, margin: [0, 0, 0, 4] }),
      text(`Партнер: ${partner.name}`, { margin: [0, 0, 0, 4] }),
      text(STATEMENT_DATES, { margin: [0, 0, 0, 12] }),
      table(COLUMNS, [
        balance(from, 'Остаток на начало', opening_kop),
        ...lines.map(({ at, kind, number, lead, explanation, transfer_day, amount_kop, balance_kop }) => [
          text(formatIsoDay(dayIn(new Date(at), time_zone))),
          text(`${STATEMENT_KIND_LABELS[kind]} ${number}`),
          text(
            [
              lead && `${lead.number} ${lead.name}`,
              explanation,
              transfer_day && `Дата перевода ${formatIsoDay(transfer_day)}`,
            ]
              .filter(Boolean)
              .join('. '),
          ),
          money(amount_kop),
          money(balance_kop),
        ]),
        balance(to, 'Остаток на конец', closing_kop),
        ...CLOSING_PARTS.map(({ label, name }) => balance(to, label, closing[name])),
      ]),
    ],
  };
}

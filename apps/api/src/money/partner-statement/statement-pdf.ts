import { STATEMENT_DATES, STATEMENT_KIND_LABELS, withoutTerms } from '@referral-dashboard/api-contract';
import { dayIn } from '../../platform/clock.ts';
import { conflict } from '../../platform/errors.ts';
import { money, type Part, type PdfDocument, table, tableFoot, text } from '../../platform/pdf/layout.ts';
import { formatSubject } from '../accruals/subject.ts';
import { formatIsoDay } from '../acts/months.ts';
import { CLOSING_PARTS } from './closing-parts.ts';
import type { FullStatement } from './statement.ts';

/** Maximum number of lines in a PDF: the layout of a longer one takes too long for a request. */
const MAX_STATEMENT_LINES = 3000;

const COLUMNS = [
  { title: 'Дата', width: 54 },
  { title: 'Документ', width: 112 },
  { title: 'За что', width: '*' },
  { title: 'Сумма, ₽', width: 66, alignment: 'right' },
  { title: 'Остаток, ₽', width: 66, alignment: 'right' },
] as const;

/** Returns a row with a balance. Its label takes the place of the document, the explanation and the amount. */
const balance = (day: string, label: string, kop: number, style: Part = {}): Part[] => [
  text(day, style),
  text(label, { colSpan: 3, ...style }),
  text(''),
  text(''),
  money(kop, style),
];

/** Joins sentences that may end with a full stop. */
const joinSentences = (sentences: readonly (string | null)[]) =>
  sentences
    .filter((sentence) => sentence !== null && sentence !== '')
    .map((sentence) => sentence?.replace(/\.$/, ''))
    .join('. ');

/**
 * Builds the PDF of a statement: opening balance, lines and closing balance.
 *
 * @throws ApiError 409 for more than 3,000 lines.
 */
export function statementPdf(statement: FullStatement): PdfDocument {
  const { partner, organization_name, from, to, opening_kop, closing_kop, closing, lines, time_zone } =
    statement;
  if (lines.length > MAX_STATEMENT_LINES)
    throw conflict('blocked', 'В сверке больше 3 000 строк. Выберите период короче или скачайте таблицу.');
  const title = `Сверка с партнером за ${formatIsoDay(from)} – ${formatIsoDay(to)}`;
  const bold = { bold: true };
  return {
    title,
    content: [
      text(title, { fontSize: 13, bold: true, margin: [0, 0, 0, 4] }),
      text(`Организация: ${organization_name}`),
      text(`Партнер: ${partner.name}`, { margin: [0, 0, 0, 4] }),
      text(STATEMENT_DATES, { margin: [0, 0, 0, 12] }),
      table(COLUMNS, [
        balance(formatIsoDay(from), 'Остаток на начало', opening_kop, bold),
        ...lines.map(
          ({ at, kind, number, explanation, transfer_day, amount_kop, balance_kop, ...subject }) => [
            text(formatIsoDay(dayIn(new Date(at), time_zone))),
            text(`${STATEMENT_KIND_LABELS[kind]} ${number}`),
            text(
              joinSentences([
                formatSubject(subject),
                withoutTerms(explanation),
                transfer_day && `Дата перевода ${formatIsoDay(transfer_day)}`,
              ]),
            ),
            money(amount_kop),
            money(balance_kop),
          ],
        ),
      ]),
      tableFoot(COLUMNS, [
        balance(formatIsoDay(to), 'Остаток на конец', closing_kop, bold),
        ...CLOSING_PARTS.map(({ label, name }) => balance('', label, closing[name])),
      ]),
    ],
  };
}

import { STATEMENT_KIND_LABELS, type Statement, type StatementQuery } from '@referral-dashboard/api-contract';
import { dayIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Sheet, WithTimeZone } from '../../platform/export/columns.ts';
import { type Export, inOneBatch } from '../../platform/export/serve-export.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { formatSubject } from '../accruals/subject.ts';
import { CLOSING_PARTS } from './closing-parts.ts';
import { buildStatement } from './statement.ts';

/** Line of a statement, or its opening or closing balance, which has no amount. */
type Row = WithTimeZone & {
  /** ISO 8601 date in the time zone of the organization. */
  at: string;
  transfer_day: string | null;
  label: string;
  subject: string;
  explanation: string;
  amount_kop: number | null;
  balance_kop: number;
  partner: string;
};

const SHEET: Sheet<Row> = {
  name: 'Сверка с партнером',
  latinName: 'statement',
  columns: [
    { title: 'Дата', width: 12, kind: 'day', value: ({ at }) => at },
    { title: 'Дата перевода', width: 14, kind: 'day', value: ({ transfer_day }) => transfer_day },
    { title: 'Документ', width: 24, kind: 'text', value: ({ label }) => label },
    { title: 'Лид или продажа', width: 36, kind: 'text', value: ({ subject }) => subject },
    { title: 'За что', width: 60, kind: 'text', value: ({ explanation }) => explanation },
    { title: 'Сумма, ₽', width: 16, kind: 'money', value: ({ amount_kop }) => amount_kop },
    { title: 'Остаток, ₽', width: 16, kind: 'money', value: ({ balance_kop }) => balance_kop },
    { title: 'Партнер', width: 28, kind: 'text', value: ({ partner }) => partner },
  ],
};

/** Export of a statement with its opening and closing balances. */
export const statementExport = (
  db: Db,
  viewer: Viewer,
  partnerId: string,
  period: StatementQuery,
  now: Date,
): Export<Row> => ({
  sheet: SHEET,
  read: async (use) => use(inOneBatch(toRows(await buildStatement(db, viewer, partnerId, period, now)))),
});

function toRows(statement: Statement & WithTimeZone): Row[] {
  const { time_zone, from, to, opening_kop, closing_kop, closing, lines } = statement;
  const partner = statement.partner.name;
  const balance = (at: string, label: string, balance_kop: number): Row => ({
    time_zone,
    at,
    transfer_day: null,
    label,
    subject: '',
    explanation: '',
    amount_kop: null,
    balance_kop,
    partner,
  });
  return [
    balance(from, 'Остаток на начало', opening_kop),
    ...lines.map(({ at, kind, number, explanation, amount_kop, balance_kop, transfer_day, ...of }) => ({
      time_zone,
      transfer_day,
      at: dayIn(new Date(at), time_zone),
      label: `${STATEMENT_KIND_LABELS[kind]} ${number}`,
      subject: formatSubject(of),
      explanation,
      amount_kop,
      balance_kop,
      partner,
    })),
    balance(to, 'Остаток на конец', closing_kop),
    ...CLOSING_PARTS.map(({ label, name }) => balance(to, label, closing[name])),
  ];
}

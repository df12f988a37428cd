import { Text } from '@mantine/core';
import {
  CLOSING_LABELS,
  paymentRoutes,
  STATEMENT_DATES,
  STATEMENT_KIND_LABELS,
  type Statement,
} from '@referral-dashboard/api-contract';
import { formatSale } from '@/entities/accrual/source.ts';
import classes from '@/entities/payment/payment.module.css';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import records from '@/shared/ui/records.module.css';

const CLOSING_PARTS = Object.keys(CLOSING_LABELS) as (keyof Statement['closing'])[];

type StatementLinesProps = { id: string; from: string; to: string };

/** Statement lines between the opening and closing balances. */
export function StatementLines({ id, from, to }: StatementLinesProps) {
  const { data, error, refetch } = useApiQuery(
    paymentRoutes.statement,
    { params: { id }, query: { from, to } },
    { keepPrevious: true },
  );
  if (data === undefined)
    return error ? (
      <PartProblem error={error} title="Сверка не загрузилась" onRetry={() => void refetch()} />
    ) : (
      <TextSkeleton lines={6} />
    );
  return (
    <div className={records['records']}>
      <table className={records['table']} aria-label="Сверка с партнером">
        <caption data-paper-only>
          Сверка с партнером: {data.partner.name}, {formatDate(data.from)} – {formatDate(data.to)}
        </caption>
        <thead>
          <tr>
            <th scope="col">Дата</th>
            <th scope="col">Что</th>
            <th scope="col">За что</th>
            <th scope="col" data-figure>
              Сумма
            </th>
            <th scope="col" data-figure data-spare>
              Остаток
            </th>
          </tr>
        </thead>
        <tbody>
          <BalanceRow day={data.from} name="Остаток на начало" kop={data.opening_kop} />
          {data.lines.map((line) => (
            <LineRow key={`${line.kind} ${line.number}`} line={line} />
          ))}
          {data.lines.length === 0 && (
            <tr>
              <td colSpan={5}>За эти дни ничего не начислено и не выплачено</td>
            </tr>
          )}
          <BalanceRow day={data.to} name="Остаток на конец" kop={data.closing_kop} />
          {CLOSING_PARTS.filter((name) => data.closing[name] !== 0).map((name) => (
            <tr key={name}>
              <td />
              <td>в том числе {CLOSING_LABELS[name]}</td>
              <td />
              <td data-spare />
              <td data-figure>{formatMoney(data.closing[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Text size="sm" c="dimmed" mt="sm">
        {STATEMENT_DATES}
      </Text>
    </div>
  );
}

function LineRow({
  line: { at, kind, number, lead, sale, amount_kop, balance_kop, explanation, transfer_day },
}: {
  line: Statement['lines'][number];
}) {
  const { formatDay } = useDates();
  return (
    <tr>
      <td style={{ whiteSpace: 'nowrap' }}>{formatDay(at)}</td>
      <td>
        <span className={classes['nowrap']}>
          {STATEMENT_KIND_LABELS[kind]} {number}
        </span>
        {(lead ?? sale) && (
          <Text size="xs" c="dimmed">
            {lead ? `${lead.number} ${lead.name}` : sale && formatSale(sale)}
          </Text>
        )}
      </td>
      <td>
        {explanation}
        {transfer_day && (
          <Text size="xs" c="dimmed">
            Дата перевода {formatDate(transfer_day)}
          </Text>
        )}
      </td>
      <td data-figure>{formatMoney(amount_kop)}</td>
      <td data-figure data-spare>
        {formatMoney(balance_kop)}
      </td>
    </tr>
  );
}

const BalanceRow = ({ day, name, kop }: { day: string; name: string; kop: number }) => (
  <tr style={{ fontWeight: 600 }}>
    <td style={{ whiteSpace: 'nowrap' }}>{formatDate(day)}</td>
    <td>{name}</td>
    <td />
    <td data-spare />
    <td data-figure>{formatMoney(kop)}</td>
  </tr>
);

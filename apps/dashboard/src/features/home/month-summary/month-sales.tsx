import { type HomeSales, homeRoutes, saleRoutes } from '@referral-dashboard/api-contract';
import { LargeAmount } from '@/entities/figures/money/large-amount.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatCount, formatNumber } from '@/shared/format/count.ts';
import { formatMoney, formatShare } from '@/shared/format/money.ts';
import { ExportMenu } from '@/shared/list/export/export-menu.tsx';
import { getMonthPeriod } from '@/shared/period/month.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { type RecordColumn, Records, toPage } from '@/shared/ui/records.tsx';
import { Section } from '@/shared/ui/section/section.tsx';
import { compareWithMonth } from './compare.ts';
import { Figure } from './figure.tsx';
import classes from './month-summary.module.css';
import { partnerColumn } from './partner-column.tsx';
import type { Month } from './use-month.ts';

const LIVE = { isLive: true } as const;
const SALE_NOUN = ['продажа', 'продажи', 'продаж'] as const;

type Row = HomeSales['partners'][number] & { id: string };

const columns: readonly RecordColumn<Row>[] = [
  partnerColumn,
  {
    label: 'Продажи',
    cell: ({ sales }) => formatCount(sales, SALE_NOUN),
    isNumeric: true,
    isCollapsible: true,
  },
  {
    label: 'Повторные',
    // In a narrow table the sum stands without its heading.
    cell: ({ repeat_kop }) => (repeat_kop === 0 ? '' : `повторные ${formatMoney(repeat_kop)}`),
    isNumeric: true,
    isCollapsible: true,
  },
  { label: 'Выручка', cell: ({ revenue_kop }) => formatMoney(revenue_kop), isNumeric: true },
];

/** New and repeat sales of a month, and the partners of the largest revenue. Renders nothing without sales. */
export function MonthSales({ month: { days, isComplete, previousMonth, today } }: { month: Month }) {
  const { data, error, refetch, ...read } = useApiQuery(homeRoutes.homeSales, { query: days }, LIVE);
  const previousDays = getMonthPeriod(previousMonth, today).days;
  const before = useApiQuery(homeRoutes.homeSales, { query: previousDays }, LIVE).data?.current;
  const current = data?.current;
  if (current && current.sales === 0 && current.revenue_kop === 0) return null;
  const compare = (name: 'revenue_kop' | 'repeat_kop') =>
    !isComplete || current === undefined || before === undefined
      ? ''
      : compareWithMonth(current[name], before[name], previousMonth);
  return (
    <Section
      title="Продажи"
      tools={
        <ExportMenu
          route={saleRoutes.exportSales}
          query={days}
          name="Продажи месяца"
          label="Экспорт: продажи месяца"
        />
      }
    >
      {current === undefined && error ? (
        <PartProblem error={error} title="Не удалось загрузить продажи" onRetry={() => void refetch()} />
      ) : (
        <>
          <div className={classes['figures']}>
            <Figure
              label="Всего продаж"
              value={current && formatNumber(current.sales)}
              notes={current ? [`из них повторных ${formatNumber(current.repeat_sales)}`] : []}
              noteCount={1}
            />
            <Figure
              label="Выручка"
              value={current && <LargeAmount kop={current.revenue_kop} />}
              notes={[compare('revenue_kop'), 'за вычетом возвратов']}
              noteCount={2}
            />
            <Figure
              label="Новые клиенты"
              value={current && <LargeAmount kop={current.revenue_kop - current.repeat_kop} />}
              notes={['по сделкам лидов']}
              noteCount={1}
            />
            <Figure
              label="Повторные продажи"
              value={current && <LargeAmount kop={current.repeat_kop} />}
              notes={[
                !current?.repeat_bps ? '' : `${formatShare(current.repeat_bps)} выручки`,
                compare('repeat_kop'),
              ]}
              noteCount={2}
            />
          </div>
          <Records
            label="Партнеры по выручке"
            columns={columns}
            read={{
              ...read,
              error,
              refetch,
              data: toPage(data?.partners.map((row) => ({ ...row, id: row.partner.id }))),
            }}
            emptyText="Продаж с партнерами за этот месяц нет."
          />
        </>
      )}
    </Section>
  );
}

import { Anchor, Text } from '@mantine/core';
import {
  type HomeFigures,
  type HomeSummary,
  homeRoutes,
  leadRoutes,
  paymentRoutes,
} from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { getAccrualsLink, getLeadsLink, getPaidPaymentsLink } from '@/entities/figures/links.ts';
import { LargeAmount } from '@/entities/figures/money/large-amount.tsx';
import { SummaryError } from '@/entities/figures/summary-error.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatCount, formatNumber } from '@/shared/format/count.ts';
import { formatMoney, formatShare } from '@/shared/format/money.ts';
import { ExportMenu } from '@/shared/list/export/export-menu.tsx';
import { paths } from '@/shared/paths.ts';
import { formatInMonth, getMonthPeriod } from '@/shared/period/month.ts';
import { Section } from '@/shared/ui/section/section.tsx';
import { compareWithMonth } from './compare.ts';
import { DueSoon } from './due-soon.tsx';
import { Figure } from './figure.tsx';
import { MonthPartners } from './month-partners.tsx';
import { MonthSales } from './month-sales.tsx';
import classes from './month-summary.module.css';
import type { Month } from './use-month.ts';

const LIVE = { isLive: true } as const;

const isEmpty = ({ leads, rewards_kop, paid_kop, returned_kop }: HomeFigures) =>
  leads === 0 && rewards_kop === 0 && paid_kop === 0 && returned_kop === 0;

/** Figures of a month, compared with the month before, and the sums due in the next days. */
export function MonthFigures({ month: chosen }: { month: Month }) {
  const { month, days, isComplete, previousMonth, today } = chosen;
  const previousDays = getMonthPeriod(previousMonth, today).days;
  const summary = useApiQuery(homeRoutes.homeSummary, { query: days }, LIVE);
  const before = useApiQuery(homeRoutes.homeSummary, { query: previousDays }, LIVE);
  const counts = useApiQuery(
    paymentRoutes.paymentCounts,
    { query: { paid_from: days.from, paid_to: days.to } },
    LIVE,
  );
  const failed = [summary, before, counts].find(({ error }) => error !== null);
  const current = summary.data?.current;
  const compare = (name: ComparedFigure) =>
    !isComplete || !current || !before.data || current[name] === null
      ? ''
      : compareWithMonth(current[name], before.data.current[name] ?? 0, previousMonth);
  if (current && isEmpty(current))
    return (
      <>
        <Section title="За этот месяц ничего нет">
          <Text c="dimmed">
            В {formatInMonth(month)} {month.slice(0, 4)} года не было ни лидов, ни выплат. Выберите другой
            месяц или{' '}
            <Anchor component={Link} to={paths.programs}>
              откройте программы
            </Anchor>
            , чтобы передать партнерам ссылки.
          </Text>
        </Section>
        <MonthSales month={chosen} />
        <DueSoon today={today} />
      </>
    );
  const isReady = current !== undefined && before.data !== undefined && counts.data !== undefined;
  const paid = isReady ? counts.data.paid : 0;
  return (
    <>
      <SummaryError
        query={{
          data: failed?.data,
          error: failed?.error ?? null,
          refetch: () => [summary, before, counts].map(({ refetch }) => refetch()),
        }}
      />
      {!isComplete && (
        <Text c="dimmed">Месяц еще не закончился, поэтому с прошлым месяцем мы его не сравниваем.</Text>
      )}
      <div className={classes['twoColumns']}>
        {(isReady || !failed) && (
          <Section
            title="Выплачено за месяц"
            tools={
              <ExportMenu
                route={paymentRoutes.exportPayments}
                query={{ status: 'paid', paid_from: days.from, paid_to: days.to }}
                name="Выплаты месяца"
                label="Экспорт: выплаты месяца"
              />
            }
          >
            <div className={classes['figures']}>
              <Figure
                label="Сумма"
                value={isReady ? <LargeAmount kop={current.paid_kop} /> : undefined}
                to={getPaidPaymentsLink(days)}
                notes={
                  isReady
                    ? [
                        formatPaidPartners(current),
                        compare('paid_kop'),
                        current.returned_kop === 0
                          ? ''
                          : `банк вернул ${formatMoney(current.returned_kop)} из прежних выплат`,
                      ]
                    : []
                }
                noteCount={2}
              />
              <Figure
                label="Выплаты"
                value={isReady ? formatNumber(paid) : undefined}
                to={getPaidPaymentsLink(days)}
                notes={['по дате перевода']}
                noteCount={1}
              />
            </div>
          </Section>
        )}
        <DueSoon today={today} />
      </div>
      {(isReady || !failed) && (
        <Section
          title="Сделки"
          tools={
            <ExportMenu
              route={leadRoutes.exportLeads}
              query={{ status: 'won', created_from: days.from, created_to: days.to }}
              name="Сделки месяца"
              label="Экспорт: сделки месяца"
            />
          }
        >
          <div className={classes['figures']}>
            <Figure
              label="Сделки"
              value={isReady ? formatNumber(current.won) : undefined}
              to={getLeadsLink(days, 'won')}
              notes={[
                compare('won'),
                isReady
                  ? `${formatShare(current.conversions.lead_to_won ?? 0)} от ${formatCount(current.leads, ['лида', 'лидов', 'лидов'])} месяца`
                  : '',
              ]}
              noteCount={2}
            />
            <Figure
              label="Сумма сделок"
              value={isReady ? <LargeAmount kop={current.deal_kop} /> : undefined}
              to={getLeadsLink(days, 'won')}
              notes={[compare('deal_kop')]}
              noteCount={1}
            />
            <Figure
              label="Вознаграждения"
              value={isReady ? <LargeAmount kop={current.rewards_kop} /> : undefined}
              to={getAccrualsLink(days)}
              notes={[compare('rewards_kop')]}
              noteCount={1}
            />
            <Figure
              label="Вознаграждение на сделку"
              value={isReady ? formatCost(current) : undefined}
              notes={[
                compare('reward_per_deal_kop'),
                isReady && current.reward_per_deal_kop === null ? 'Сделок за месяц не было' : '',
              ]}
              noteCount={1}
            />
          </div>
        </Section>
      )}
      <MonthSales month={chosen} />
      <MonthPartners days={days} />
    </>
  );
}

type ComparedFigure = 'paid_kop' | 'won' | 'deal_kop' | 'rewards_kop' | 'reward_per_deal_kop';

/** For example «Выплачено 23 партнерам». */
const formatPaidPartners = ({ paid_partners }: HomeFigures) =>
  paid_partners === 0
    ? ''
    : `Выплачено ${formatCount(paid_partners, ['партнеру', 'партнерам', 'партнерам'])}`;

const formatCost = ({ reward_per_deal_kop }: HomeSummary['current']) =>
  reward_per_deal_kop === null ? '—' : <LargeAmount kop={reward_per_deal_kop} />;

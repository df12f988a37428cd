import { Skeleton } from '@mantine/core';
import { accrualRoutes, paymentRoutes } from '@referral-dashboard/api-contract';
import { LargeAmount } from '@/entities/figures/money/large-amount.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { formatShortDate } from '@/shared/format/short-date.ts';
import { ExportMenu } from '@/shared/list/export/export-menu.tsx';
import { plusDays } from '@/shared/period/presets.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { Section } from '@/shared/ui/section/section.tsx';
import { getAccrualsByStatusLink, getPayablePartnersLink } from '../links.ts';
import { Figure } from './figure.tsx';
import classes from './month-summary.module.css';

const DAYS = 7;

/** Amounts payable today and amounts that become available within seven days. Independent of the chosen month. */
export function DueSoon({ today }: { today: string }) {
  const { data, error, refetch } = useApiQuery(paymentRoutes.payoutTotals, {}, { isLive: true });
  const lastDay = plusDays(today, DAYS - 1);
  const dates = data?.releases?.next.filter(({ date }) => date <= lastDay) ?? [];
  const soon_kop = dates.reduce((sum, { amount_kop }) => sum + amount_kop, 0);
  return (
    <Section
      title="К выплате за 7 дней"
      tools={
        <ExportMenu
          route={accrualRoutes.exportAccruals}
          query={{ status: 'hold' }}
          name="На удержании"
          label="Экспорт: все на удержании"
        />
      }
    >
      {data === undefined && error ? (
        <PartProblem
          error={error}
          title="Не удалось загрузить суммы к выплате"
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          <p className={classes['note']}>
            На сегодня, {formatDate(today)}. От выбранного месяца эти суммы не зависят.
          </p>
          <div className={classes['figures']}>
            <Figure
              label="Можно выплатить"
              value={data && <LargeAmount kop={data.ready.sum_kop} />}
              to={getPayablePartnersLink('ready')}
            />
            <Figure
              label="Пока нельзя"
              value={data && <LargeAmount kop={data.blocked.sum_kop} />}
              to={getPayablePartnersLink('blocked')}
            />
            <Figure
              label="Всего на удержании"
              value={data && <LargeAmount kop={data.hold.sum_kop} />}
              to={getAccrualsByStatusLink('hold')}
            />
            <Figure
              label={`Станет доступно до ${formatShortDate(lastDay, today)}`}
              value={data && <LargeAmount kop={soon_kop} />}
            />
          </div>
          {data ? (
            <ul className={classes['dates']} aria-label="Когда деньги станут доступны">
              {dates.map(({ date, amount_kop }) => (
                <li key={date}>{`${formatShortDate(date, today)}: ${formatMoney(amount_kop)}`}</li>
              ))}
            </ul>
          ) : (
            <Skeleton height={12} width="60%" my={4} />
          )}
        </>
      )}
    </Section>
  );
}

import { Anchor, Text } from '@mantine/core';
import { homeRoutes } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PanelSection } from '@/shared/list/panel/panel-section.tsx';
import { createLocation, paths } from '@/shared/paths.ts';
import { getMonthPeriod, monthInWords } from '@/shared/period/month.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import classes from '../clients.module.css';

/** Income of the partner from a client in the last twelve months, latest first. Each month opens its accruals. */
export function ClientIncome({ id }: { id: string }) {
  const { dayAt } = useDates();
  const { data, error, refetch } = useApiQuery(homeRoutes.homeIncome, { query: { client: id } });
  const months = data?.months.filter(({ amount_kop }) => amount_kop !== 0).toReversed();
  return (
    <PanelSection label="Доход по месяцам">
      {months === undefined &&
        (error ? (
          <PartProblem error={error} title="Доход не загрузился" onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton lines={2} mih={53} />
        ))}
      {months?.length === 0 && <Text>За год дохода не было</Text>}
      {months !== undefined && months.length > 0 && (
        <ul className={classes['months']} aria-label="Доход по месяцам">
          {months.map(({ month, amount_kop }) => {
            const { from, to } = getMonthPeriod(month, dayAt(Date.now())).days;
            const query = { tab: 'accruals', client: id, created_from: from, created_to: to };
            return (
              <li key={month} className={classes['month']}>
                <Anchor component={Link} to={createLocation(paths.payments, query)} tt="capitalize">
                  {monthInWords(month)}
                </Anchor>
                <span className={classes['amount']}>{formatMoney(amount_kop)}</span>
              </li>
            );
          })}
        </ul>
      )}
    </PanelSection>
  );
}

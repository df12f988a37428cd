import { Stack } from '@mantine/core';
import { useAuthState } from '@referral-dashboard/react-auth';
import { useDates } from '@/shared/format/use-dates.ts';
import { useIsPrinting } from '@/shared/list/print/use-is-printing.ts';
import { monthInWords } from '@/shared/period/month.ts';
import { Page } from '@/shared/ui/page/page.tsx';
import { MonthActions } from './month-actions.tsx';
import { MonthFigures } from './month-figures.tsx';
import classes from './month-summary.module.css';
import { useMonth } from './use-month.ts';

/** Figures of one month on one page, which can be printed. */
export function MonthSummary() {
  const month = useMonth();
  return (
    <Page width="home" actions={<MonthActions month={month} />}>
      <PrintedMonth month={month.month} />
      <Stack gap="md" className={classes['summary']}>
        <MonthFigures key={month.month} month={month} />
      </Stack>
    </Page>
  );
}

const hasName = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';

/** Line of the printed page: organization, month and time of printing. */
function PrintedMonth({ month }: { month: string }) {
  const organization = useAuthState(({ user }) => user?.['organization']);
  const { formatMoment } = useDates();
  if (!useIsPrinting()) return null;
  return (
    <div>
      {hasName(organization) && `${organization.name}. `}
      Месяц: {monthInWords(month)}. Напечатано {formatMoment(new Date().toISOString())}
    </div>
  );
}

import { Anchor, Group, Stack } from '@mantine/core';
import { homeRoutes, type OrganizationTask, paymentRoutes } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { Figures, ORGANIZATION_FIGURES } from '@/entities/figures/figures.tsx';
import { hasOrigin, useFigureFilters } from '@/entities/figures/filters/use-figure-filters.ts';
import { Funnel } from '@/entities/figures/funnel.tsx';
import classes from '@/entities/figures/grid.module.css';
import { formatDuration } from '@/entities/figures/period/days.ts';
import { PeriodChoice } from '@/entities/figures/period/period-choice.tsx';
import { usePeriod } from '@/entities/figures/period/use-period.ts';
import { isSummaryUnavailable, SummaryError } from '@/entities/figures/summary-error.tsx';
import { Trend } from '@/entities/figures/trend/trend.tsx';
import { EmailReminder } from '@/entities/sign-in/email-reminder.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { paths } from '@/shared/paths.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { Page } from '@/shared/ui/page/page.tsx';
import { useShouldRenderAll } from '@/shared/ui/page/use-should-render-all.ts';
import { Tasks } from '../parts/tasks.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { HomeFilters } from './lists/home-filters.tsx';
import { TopLists } from './lists/top-lists.tsx';
import { PartnerMoney } from './partner-money.tsx';
import { toTasks } from './tasks.ts';

const QUERY_OPTIONS = { keepPrevious: true, isLive: true };

/** Money owed to partners, tasks, figures of the period, and the first steps until the first reward is paid. */
export function OrganizationHome() {
  const { query, isCompared } = usePeriod();
  const filters = useFigureFilters();
  const summary = useApiQuery(homeRoutes.homeSummary, { query: { ...query, ...filters } }, QUERY_OPTIONS);
  const tasks = useApiQuery(homeRoutes.homeTasks, {}, QUERY_OPTIONS);
  const startQuery = useApiQuery(homeRoutes.homeStart, {}, QUERY_OPTIONS);
  const totals = useApiQuery(paymentRoutes.payoutTotals, {}, QUERY_OPTIONS);
  const isWhole = useShouldRenderAll();
  const days = summary.data?.current;
  const periodChoice = (
    // On phones the link is above the period.
    <Group justify="flex-end" gap="sm" maw={{ base: 216, sm: 'none' }}>
      <Anchor component={Link} to={paths.monthSummary}>
        Итоги месяца
      </Anchor>
      <PeriodChoice days={days} />
    </Group>
  );
  const periodText = days ? formatDuration(days) : '';
  // Both are above the figures, so rendering them later would shift the page.
  if (startQuery.isPending || tasks.isPending)
    return (
      <Page width="home" aside={periodText} actions={periodChoice}>
        <HomeSkeleton isCompared={isCompared} />
      </Page>
    );
  const steps = startQuery.data?.results ?? [];
  const hasLeads = steps.find(({ step }) => step === 'lead')?.done ?? true;
  // The response type depends on the role; for an organization it is a list of organization tasks.
  const organizationTasks = tasks.data?.results as OrganizationTask[] | undefined;
  const taskList = (
    <Tasks
      tasks={organizationTasks && toTasks(organizationTasks, Date.now())}
      error={tasks.error}
      onRetry={() => void tasks.refetch()}
    />
  );
  if (!hasLeads)
    return (
      <Page>
        <EmailReminder />
        <FirstSteps steps={steps} senders={startQuery.data?.senders} />
        {organizationTasks?.length !== 0 && taskList}
      </Page>
    );
  return (
    <Page width="home" aside={periodText} actions={periodChoice}>
      <Stack gap="md">
        <EmailReminder />
        {totals.data === undefined && totals.error ? (
          <PartProblem
            error={totals.error}
            title="Не удалось загрузить суммы к выплате"
            onRetry={() => void totals.refetch()}
          />
        ) : (
          <PartnerMoney totals={totals.data} />
        )}
        {taskList}
        <FirstSteps steps={steps} senders={startQuery.data?.senders} isBrief />
        <HomeFilters filters={filters} />
        <SummaryError query={summary} />
        {!isSummaryUnavailable(summary) && (
          <>
            <Figures
              figures={ORGANIZATION_FIGURES}
              summary={summary.data}
              isStale={summary.isPlaceholderData}
              isCompared={isCompared}
              filters={filters}
            />
            {isWhole && (
              <div className={classes['chartRow']}>
                <Trend summary={summary.data} filters={filters} />
                <Funnel
                  figures={summary.data?.current}
                  isStale={summary.isPlaceholderData}
                  hasVisits={!hasOrigin(filters)}
                />
              </div>
            )}
          </>
        )}
        {isWhole && <TopLists filters={{ ...query, ...filters }} />}
      </Stack>
    </Page>
  );
}

import { Stack } from '@mantine/core';
import { homeRoutes, type OrganizationTask } from '@referral-dashboard/api-contract';
import { EmailReminder } from '../../../entities/sign-in/email-reminder.tsx';
import { useApiQuery } from '../../../shared/api/use-api-query.ts';
import { Page } from '../../../shared/ui/page/page.tsx';
import { useShouldRenderAll } from '../../../shared/ui/page/use-should-render-all.ts';
import { Figures } from '../parts/figures.tsx';
import { Funnel } from '../parts/funnel.tsx';
import { hasNoFigures, SummaryProblem } from '../parts/summary-problem.tsx';
import { Tasks } from '../parts/tasks.tsx';
import { overDays } from '../period/days.ts';
import { PeriodChoice } from '../period/period-choice.tsx';
import { usePeriod } from '../period/use-period.ts';
import { Trend } from '../trend/trend.tsx';
import { Best } from './best.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import classes from './organization-home.module.css';
import { tasksOf } from './tasks.ts';

const LIVE = { keepPrevious: true, isLive: true };

/** Tasks, figures of the period, and the first steps until the first reward is paid. */
export function OrganizationHome() {
  const { query, isCompared } = usePeriod();
  const summary = useApiQuery(homeRoutes.homeSummary, { query }, LIVE);
  const tasks = useApiQuery(homeRoutes.homeTasks, {}, LIVE);
  const start = useApiQuery(homeRoutes.homeStart, {}, LIVE);
  const isWhole = useShouldRenderAll();
  const days = summary.data?.current;
  const choice = <PeriodChoice days={days} />;
  const period = days ? overDays(days) : '';
  // Both are above the figures, so rendering them later would shift the page.
  if (start.isPending || tasks.isPending)
    return (
      <Page width="home" aside={period} actions={choice}>
        <HomeSkeleton isCompared={isCompared} />
      </Page>
    );
  const steps = start.data?.results ?? [];
  const hasLeads = steps.find(({ step }) => step === 'lead')?.done ?? true;
  // The response type depends on the role; for an organization it is a list of organization tasks.
  const waiting = tasks.data?.results as OrganizationTask[] | undefined;
  const attention = (
    <Tasks
      tasks={waiting && tasksOf(waiting, Date.now())}
      error={tasks.error}
      onRetry={() => void tasks.refetch()}
    />
  );
  if (!hasLeads)
    return (
      <Page>
        <EmailReminder />
        <FirstSteps steps={steps} senders={start.data?.senders} />
        {waiting?.length !== 0 && attention}
      </Page>
    );
  return (
    <Page width="home" aside={period} actions={choice}>
      <Stack gap="md">
        <EmailReminder />
        {attention}
        <FirstSteps steps={steps} senders={start.data?.senders} isBrief />
        <SummaryProblem read={summary} />
        {!hasNoFigures(summary) && (
          <>
            <Figures summary={summary.data} isOld={summary.isPlaceholderData} isCompared={isCompared} />
            {isWhole && (
              <div className={classes['drawn']}>
                <Trend summary={summary.data} />
                <Funnel figures={summary.data?.current} isOld={summary.isPlaceholderData} />
              </div>
            )}
          </>
        )}
        {isWhole && <Best period={query} />}
      </Stack>
    </Page>
  );
}

import { Stack, Title } from '@mantine/core';
import { homeRoutes, type PartnerTask } from '@referral-dashboard/api-contract';
import { usePartnerLinks } from '../../../entities/link/use-partner-links.ts';
import { EmailReminder } from '../../../entities/sign-in/email-reminder.tsx';
import { useApiQuery } from '../../../shared/api/use-api-query.ts';
import { LoadProblem } from '../../../shared/ui/feedback/load-problem.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { hasNoFigures, SummaryProblem } from '../parts/summary-problem.tsx';
import { Tasks } from '../parts/tasks.tsx';
import { overDays } from '../period/days.ts';
import { PeriodChoice } from '../period/period-choice.tsx';
import { usePeriod } from '../period/use-period.ts';
import { Trend } from '../trend/trend.tsx';
import { BalanceCard } from './balance-card.tsx';
import { useProgramOf } from './brings.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { LastLeads } from './last-leads.tsx';
import { LinkCard } from './link-card.tsx';
import { NoCards } from './no-cards.tsx';
import classes from './partner-home.module.css';
import { tasksOf } from './tasks.ts';

const LIVE = { keepPrevious: true, isLive: true };

/** Partner's home page: the link, then the balance in each organization, then the statistics. */
export function PartnerHome() {
  const { query } = usePeriod();
  const balances = useApiQuery(homeRoutes.homeBalance, {}, LIVE);
  const tasks = useApiQuery(homeRoutes.homeTasks, {}, LIVE);
  const summary = useApiQuery(homeRoutes.homeSummary, { query }, LIVE);
  const first = balances.data?.results[0]?.partner.id ?? '';
  const links = usePartnerLinks(first, { enabled: first !== '' });
  const terms = useProgramOf(links.data?.results.find(({ active }) => active)?.program.id);
  const days = summary.data?.current;
  const choice = <PeriodChoice days={days} />;
  const period = days ? overDays(days) : '';
  const isWaiting = balances.isPending || tasks.isPending || links.isLoading || terms.isAwaited;
  if (isWaiting)
    return (
      <Page width="home" aside={period} actions={choice}>
        <HomeSkeleton />
      </Page>
    );
  if (!balances.data)
    return (
      <Page>
        <LoadProblem read={balances} title="Не удалось загрузить баланс" />
      </Page>
    );
  const cards = balances.data.results;
  if (cards.length === 0)
    return (
      <Page>
        <EmailReminder />
        <NoCards />
      </Page>
    );
  // The response type depends on the role; for a partner it is a list of partner tasks.
  const waiting = tasks.data?.results as PartnerTask[] | undefined;
  return (
    <Page width="home" aside={period} actions={choice}>
      <Stack gap="md">
        <EmailReminder />
        {cards.map((balance) => (
          <div key={balance.partner.id}>
            {cards.length > 1 && (
              <Title order={2} mb="xs">
                {balance.organization.name}
              </Title>
            )}
            <div className={classes['pair']}>
              <LinkCard partnerId={balance.partner.id} />
              <BalanceCard balance={balance} />
            </div>
          </div>
        ))}
        {waiting?.length !== 0 && (
          <Tasks
            tasks={waiting && tasksOf(waiting)}
            error={tasks.error}
            onRetry={() => void tasks.refetch()}
          />
        )}
        <SummaryProblem read={summary} />
        {!hasNoFigures(summary) && <Trend summary={summary.data} />}
        <LastLeads />
      </Stack>
    </Page>
  );
}

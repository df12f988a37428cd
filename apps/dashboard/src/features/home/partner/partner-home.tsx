import { Stack, Title } from '@mantine/core';
import { homeRoutes, type PartnerTask } from '@referral-dashboard/api-contract';
import { formatDuration } from '@/entities/figures/period/days.ts';
import { PeriodChoice } from '@/entities/figures/period/period-choice.tsx';
import { usePeriod } from '@/entities/figures/period/use-period.ts';
import { isSummaryUnavailable, SummaryError } from '@/entities/figures/summary-error.tsx';
import { Trend } from '@/entities/figures/trend/trend.tsx';
import { usePartnerLinks } from '@/entities/link/use-partner-links.ts';
import { EmailReminder } from '@/entities/sign-in/email-reminder.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { LoadProblem } from '@/shared/ui/feedback/load-problem.tsx';
import { Page } from '@/shared/ui/page/page.tsx';
import { Tasks } from '../parts/tasks.tsx';
import { BalanceCard } from './balance-card.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { LinkCard } from './link-card.tsx';
import { NoOrganization } from './no-organization.tsx';
import classes from './partner-home.module.css';
import { useLinkProgram } from './program-reward.tsx';
import { RecentLeads } from './recent-leads.tsx';
import { toTasks } from './tasks.ts';

const QUERY_OPTIONS = { keepPrevious: true, isLive: true };

/** Partner's home page: the link, then the balance in each organization, then the statistics. */
export function PartnerHome() {
  const { query } = usePeriod();
  const balances = useApiQuery(homeRoutes.homeBalance, {}, QUERY_OPTIONS);
  const tasks = useApiQuery(homeRoutes.homeTasks, {}, QUERY_OPTIONS);
  const summary = useApiQuery(homeRoutes.homeSummary, { query }, QUERY_OPTIONS);
  const firstPartnerId = balances.data?.results[0]?.partner.id ?? '';
  const links = usePartnerLinks(firstPartnerId, { enabled: firstPartnerId !== '' });
  const linkProgram = useLinkProgram(links.data?.results.find(({ active }) => active)?.program.id);
  const days = summary.data?.current;
  const periodChoice = <PeriodChoice days={days} />;
  const periodText = days ? formatDuration(days) : '';
  const isLoading = balances.isPending || tasks.isPending || links.isLoading || linkProgram.isLoading;
  if (isLoading)
    return (
      <Page width="home" aside={periodText} actions={periodChoice}>
        <HomeSkeleton />
      </Page>
    );
  if (!balances.data)
    return (
      <Page>
        <LoadProblem read={balances} title="Не удалось загрузить баланс" />
      </Page>
    );
  const balanceList = balances.data.results;
  if (balanceList.length === 0)
    return (
      <Page>
        <EmailReminder />
        <NoOrganization />
      </Page>
    );
  // The response type depends on the role; for a partner it is a list of partner tasks.
  const partnerTasks = tasks.data?.results as PartnerTask[] | undefined;
  return (
    <Page width="home" aside={periodText} actions={periodChoice}>
      <Stack gap="md">
        <EmailReminder />
        {balanceList.map((balance) => (
          <div key={balance.partner.id}>
            {balanceList.length > 1 && (
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
        {partnerTasks?.length !== 0 && (
          <Tasks
            tasks={partnerTasks && toTasks(partnerTasks)}
            error={tasks.error}
            onRetry={() => void tasks.refetch()}
          />
        )}
        <SummaryError query={summary} />
        {!isSummaryUnavailable(summary) && <Trend summary={summary.data} />}
        <RecentLeads />
      </Stack>
    </Page>
  );
}

import { Alert, Stack, Text } from '@mantine/core';
import { homeRoutes, type Program } from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import { Figures, PROGRAM_FIGURES } from '@/entities/figures/figures.tsx';
import { Funnel } from '@/entities/figures/funnel.tsx';
import grid from '@/entities/figures/grid.module.css';
import { formatDuration } from '@/entities/figures/period/days.ts';
import { PeriodChoice } from '@/entities/figures/period/period-choice.tsx';
import { usePeriod } from '@/entities/figures/period/use-period.ts';
import { isSummaryUnavailable, SummaryError } from '@/entities/figures/summary-error.tsx';
import { Trend } from '@/entities/figures/trend/trend.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { SectionSkeleton } from '@/shared/ui/section/section-skeleton.tsx';
import { BudgetSection } from './budget-section.tsx';
import classes from './overview.module.css';

// Below the first screen, so that the figures do not wait for their code.
const OverviewLists = lazy(() => import('./overview-lists.tsx'));
const EmptyOverview = lazy(() => import('./empty-overview.tsx'));

type OverviewProps = { program: Program; onOpenTerms: () => void };

/** Figures of a program in a period, its budget, best partners and links. */
export function Overview({ program, onOpenTerms }: OverviewProps) {
  const { clicks, leads } = program.figures;
  if (clicks > 0 || leads > 0) return <ProgramFigures program={program} />;
  return (
    <Suspense fallback={null}>
      <EmptyOverview program={program} onOpenTerms={onOpenTerms} />
    </Suspense>
  );
}

function ProgramFigures({ program }: { program: Program }) {
  const { id, effective_status } = program;
  const { query, isCompared } = usePeriod();
  const summary = useApiQuery(
    homeRoutes.homeSummary,
    { query: { ...query, program: id } },
    { keepPrevious: true, isLive: true },
  );
  const { data, isPlaceholderData } = summary;
  const topFilters = { ...query, program: id, limit: '12' } as const;
  return (
    <Stack gap="md">
      {effective_status === 'archived' && (
        <Alert color="gray" title="Программа в архиве">
          Ее ссылки не принимают заявки. Показатели и начисления сохранены.
        </Alert>
      )}
      <div className={classes['period']}>
        <Text c="dimmed">{data && formatDuration(data.current)}</Text>
        <PeriodChoice days={data?.current} />
      </div>
      <SummaryError query={summary} />
      {!isSummaryUnavailable(summary) && (
        <>
          <Figures
            figures={PROGRAM_FIGURES}
            summary={data}
            isStale={isPlaceholderData}
            isCompared={isCompared}
            filters={{ program: id }}
          />
          <BudgetSection program={program} />
          <div className={grid['chartRow']}>
            <Trend summary={data} filters={{ program: id }} />
            <Funnel figures={data?.current} isStale={isPlaceholderData} />
          </div>
        </>
      )}
      <Suspense
        fallback={
          <div className={grid['twoColumns']}>
            <SectionSkeleton title="Лучшие партнеры" rows={5} hasTools />
            <SectionSkeleton title="Кто привел клиентов" />
          </div>
        }
      >
        <OverviewLists filters={topFilters} />
      </Suspense>
    </Stack>
  );
}

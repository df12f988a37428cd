import { Stack } from '@mantine/core';
import { Figures, ORGANIZATION_FIGURES } from '@/entities/figures/figures.tsx';
import classes from '@/entities/figures/grid.module.css';
import { DelayedSkeleton } from '@/shared/ui/feedback/delayed-skeleton.tsx';
import { SectionSkeleton } from '@/shared/ui/section/section-skeleton.tsx';
import { PartnerMoney } from './partner-money.tsx';

/** Skeleton of the home page while tasks and first steps load. */
export const HomeSkeleton = ({ isCompared }: { isCompared: boolean }) => (
  <DelayedSkeleton label="Главная загружается">
    <Stack gap="md">
      <PartnerMoney totals={undefined} />
      <SectionSkeleton title="Требует внимания" rows={5} />
      <Figures figures={ORGANIZATION_FIGURES} summary={undefined} isStale={false} isCompared={isCompared} />
      <div className={classes['chartRow']}>
        <SectionSkeleton title="Динамика" hasTools />
        <SectionSkeleton title="Воронка" rows={4} />
      </div>
      <div className={classes['twoColumns']}>
        <Stack gap="md">
          <SectionSkeleton title="Лучшие партнеры" rows={5} hasTools />
          <SectionSkeleton title="Программы" rows={5} />
        </Stack>
        <SectionSkeleton title="Источники" rows={4} />
      </div>
    </Stack>
  </DelayedSkeleton>
);

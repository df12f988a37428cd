import { Skeleton, Stack } from '@mantine/core';
import { Figures, PROGRAM_FIGURES } from '@/entities/figures/figures.tsx';
import grid from '@/entities/figures/grid.module.css';
import { usePeriod } from '@/entities/figures/period/use-period.ts';
import { SectionSkeleton } from '@/shared/ui/section/section-skeleton.tsx';
import classes from './overview.module.css';

/** Overview while the program loads. */
export function OverviewSkeleton() {
  const { isCompared } = usePeriod();
  return (
    <Stack gap="md">
      <div className={classes['period']}>
        <Skeleton height={12} width={80} />
        <Skeleton height={36} width={216} />
      </div>
      <Figures figures={PROGRAM_FIGURES} summary={undefined} isStale={false} isCompared={isCompared} />
      <SectionSkeleton title="Бюджет" height={32} />
      <div className={grid['chartRow']}>
        <SectionSkeleton title="Динамика" hasTools />
        <SectionSkeleton title="Воронка" rows={4} />
      </div>
      <div className={grid['twoColumns']}>
        <SectionSkeleton title="Лучшие партнеры" rows={5} hasTools />
        <SectionSkeleton title="Кто привел клиентов" />
      </div>
    </Stack>
  );
}

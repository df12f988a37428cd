import { Stack } from '@mantine/core';
import { DelayedSkeleton } from '@/shared/ui/feedback/delayed-skeleton.tsx';
import { SectionSkeleton } from '@/shared/ui/section/section-skeleton.tsx';
import classes from './partner-home.module.css';

/** Skeleton of the partner's home page. */
export const HomeSkeleton = () => (
  <DelayedSkeleton label="Главная загружается">
    <Stack gap="md">
      <div className={classes['pair']}>
        <SectionSkeleton title="Ваша ссылка" height={162} />
        <SectionSkeleton title="Доступно к выплате" height={162} />
      </div>
      <SectionSkeleton title="Динамика" hasTools />
      <SectionSkeleton title="Последние лиды" rows={5} />
    </Stack>
  </DelayedSkeleton>
);

import { Stack } from '@mantine/core';
import { Late } from '../../../shared/ui/feedback/delayed-skeleton.tsx';
import { Figures } from '../parts/figures.tsx';
import { SectionToCome } from '../parts/section-skeleton.tsx';
import classes from './organization-home.module.css';

/** The home page while it is not known what waits and how far the organization has come. */
export const HomeToCome = ({ isCompared }: { isCompared: boolean }) => (
  <Late label="Главная загружается">
    <Stack gap="md">
      <SectionToCome title="Требует внимания" rows={3} />
      <Figures summary={undefined} isOld={false} isCompared={isCompared} />
      <div className={classes['drawn']}>
        <SectionToCome title="Динамика" hasTools />
        <SectionToCome title="Воронка" rows={4} />
      </div>
      <div className={classes['halves']}>
        <SectionToCome title="Лучшие партнеры" rows={5} hasTools />
        <SectionToCome title="Источники" rows={4} />
      </div>
    </Stack>
  </Late>
);

import { Stack } from '@mantine/core';
import { Late } from '../../../shared/ui/late.tsx';
import { Figures } from '../parts/figures.tsx';
import { SectionToCome } from '../parts/section-to-come.tsx';
import classes from './organization-home.module.css';

/** The home page while it is not known what waits and how far the organization has come. */
export const HomeToCome = ({ isCompared }: { isCompared: boolean }) => (
  <Late label="Главная загружается">
    <Stack gap="md">
      <SectionToCome title="Требует внимания" height={116} />
      <Figures summary={undefined} isOld={false} isCompared={isCompared} />
      <div className={classes['drawn']}>
        <SectionToCome title="Динамика" height={280} hasTools />
        <SectionToCome title="Воронка" height={280} />
      </div>
      <div className={classes['halves']}>
        <SectionToCome title="Лучшие партнеры" height={240} hasTools />
        <SectionToCome title="Источники" height={240} />
      </div>
    </Stack>
  </Late>
);

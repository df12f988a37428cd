import { Stack } from '@mantine/core';
import { Late } from '../../../shared/ui/feedback/delayed-skeleton.tsx';
import { SectionToCome } from '../parts/section-skeleton.tsx';
import classes from './partner-home.module.css';

/** The home page while the partner's cards are not known. */
export const HomeToCome = () => (
  <Late label="Главная загружается">
    <Stack gap="md">
      <div className={classes['pair']}>
        <SectionToCome title="Ваша ссылка" height={98} />
        <SectionToCome title="Доступно к выплате" height={98} />
      </div>
      <SectionToCome title="Динамика" hasTools />
      <SectionToCome title="Последние лиды" rows={5} />
    </Stack>
  </Late>
);

import { Button } from '@mantine/core';
import { paths } from '@/shared/paths.ts';
import { Notice } from '@/shared/ui/feedback/notice.tsx';
import { IconAlertCircle } from '@/shared/ui/icons.ts';
import { DocumentTitle } from '@/shared/ui/page/page-heading.tsx';
import { TakeOver } from './take-over.tsx';

/** Shown when a page crashes or its code fails to load, for example because a new version replaced its files. */
export const PageCrash = () => (
  <>
    <DocumentTitle title="Страница не открылась" />
    <TakeOver />
    <Notice
      order={1}
      icon={<IconAlertCircle size={32} stroke={1.75} />}
      title="Страница не открылась"
      actions={
        <>
          <Button onClick={() => window.location.reload()}>Обновить страницу</Button>
          <Button variant="default" component="a" href={paths.home}>
            На главную
          </Button>
        </>
      }
    >
      Сохраненные данные на месте. Обновите страницу; если не поможет, напишите в техподдержку.
    </Notice>
  </>
);

import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { Notice } from '../feedback/notice.tsx';
import { IconUser } from '../icons.ts';
import { Page } from './page.tsx';

/** Shown to users without a role on pages that require one. */
export const RoleRequiredNotice = () => (
  <Page>
    <Notice
      icon={<IconUser size={32} stroke={1.75} />}
      title="Раздел откроется, когда у вас будет роль"
      actions={
        <Button component={Link} to={paths.profile}>
          Открыть профиль
        </Button>
      }
    >
      Роль назначает администратор. Если это затянулось, напишите в техподдержку.
    </Notice>
  </Page>
);

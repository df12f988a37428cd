import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { Notice } from '@/shared/ui/feedback/notice.tsx';
import { IconUsers } from '@/shared/ui/icons.ts';

/** Shown to a partner without an organization. */
export const NoOrganization = () => (
  <Notice
    icon={<IconUsers size={32} stroke={1.75} />}
    title="Вас пока не добавила ни одна организация"
    actions={
      <Button component={Link} to={paths.profile}>
        Открыть профиль
      </Button>
    }
  >
    Ссылка и баланс появятся здесь, когда организация добавит партнера с вашим телефоном.
  </Notice>
);

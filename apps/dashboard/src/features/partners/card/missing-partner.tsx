import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { Notice } from '@/shared/ui/feedback/notice.tsx';
import { IconUsers } from '@/shared/ui/icons.ts';

export const MissingPartner = () => (
  <Notice
    icon={<IconUsers size={32} stroke={1.75} />}
    title="Такого партнера нет"
    actions={
      <Button component={Link} to={paths.partners}>
        К списку партнеров
      </Button>
    }
  >
    Возможно, ссылка неполная или карточка принадлежит другой организации.
  </Notice>
);

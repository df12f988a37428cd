import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { Notice } from '../feedback/notice.tsx';
import { IconUser } from '../icons.ts';

/** Shown in place of a form that the user's position does not permit. */
export const NotPermittedNotice = ({ children }: { children: string }) => (
  <Notice
    icon={<IconUser size={32} stroke={1.75} />}
    title="Недоступно для вашей должности"
    actions={
      <Button component={Link} to={paths.home} variant="default">
        На главную
      </Button>
    }
  >
    {children}
  </Notice>
);

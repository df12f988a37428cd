import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Notice } from '../feedback/notice.tsx';
import { IconUser } from '../icons.ts';

/** In place of a form for those whose position does not allow it. */
export const NotPermitted = ({ children }: { children: string }) => (
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

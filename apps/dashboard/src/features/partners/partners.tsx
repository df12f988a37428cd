import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { List } from '../../shared/list/list.tsx';
import { paths } from '../../shared/paths.ts';
import { IconPlus } from '../../shared/ui/icons.ts';
import { partnerList } from './partner-list.tsx';

/** The partners of an organization. */
export const Partners = () => (
  <List
    of={partnerList}
    actions={
      <Button
        component={Link}
        to={paths.partnerCreate}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      >
        Добавить партнера
      </Button>
    }
  />
);

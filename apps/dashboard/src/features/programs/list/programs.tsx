import { Button } from '@mantine/core';
import type { Role } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { Permitted } from '../../../shared/api/permitted.tsx';
import { List } from '../../../shared/list/list.tsx';
import { paths } from '../../../shared/paths.ts';
import { IconPlus } from '../../../shared/ui/icons.ts';
import { organizationList, partnerList } from './program-list.tsx';

const create = (
  <Permitted call="createProgram">
    <Button
      component={Link}
      to={paths.programCreate}
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
    >
      Создать программу
    </Button>
  </Permitted>
);

/** The programs of an organization, or those a partner takes part in or may join. */
export const Programs = ({ role }: { role: Role }) =>
  role === 'organization' ? <List of={organizationList} actions={create} /> : <List of={partnerList} />;

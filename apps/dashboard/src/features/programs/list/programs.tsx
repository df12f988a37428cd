import type { Role } from '@referral-dashboard/api-contract';
import { Permitted } from '../../../shared/api/permitted.tsx';
import { List } from '../../../shared/list/list.tsx';
import { MainLink } from '../../../shared/list/panel/main-button.tsx';
import { paths } from '../../../shared/paths.ts';
import { IconPlus } from '../../../shared/ui/icons.ts';
import { organizationList, partnerList } from './program-list.tsx';

const create = (
  <Permitted call="createProgram">
    <MainLink to={paths.programCreate} leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>
      Создать программу
    </MainLink>
  </Permitted>
);

/** Programs of an organization, or programs that a partner has joined or may join. */
export const Programs = ({ role }: { role: Role }) =>
  role === 'organization' ? <List of={organizationList} actions={create} /> : <List of={partnerList} />;

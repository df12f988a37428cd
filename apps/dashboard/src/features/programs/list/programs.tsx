import type { Role } from '@referral-dashboard/api-contract';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { List } from '@/shared/list/list.tsx';
import { MainLink } from '@/shared/list/panel/main-button.tsx';
import { paths } from '@/shared/paths.ts';
import { IconPlus } from '@/shared/ui/icons.ts';
import { organizationList, partnerList } from './program-list.tsx';

const createButton = (
  <PermissionGate call="createProgram">
    <MainLink to={paths.programCreate} leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>
      Создать программу
    </MainLink>
  </PermissionGate>
);

/** Programs of an organization, or programs that a partner has joined or may join. */
export const Programs = ({ role }: { role: Role }) =>
  role === 'organization' ? (
    <List definition={organizationList} actions={createButton} />
  ) : (
    <List definition={partnerList} />
  );

import type { Role } from '@referral-dashboard/api-contract';
import type { ViewOption } from '@/shared/list/view-switch.tsx';
import { IconLayoutKanban, IconTable, IconUserCheck } from '@/shared/ui/icons.ts';

const TABLE: ViewOption = { value: '', label: 'Таблица', icon: IconTable };
const BOARD: ViewOption = { value: 'board', label: 'Доска', icon: IconLayoutKanban };

/** Value of the `view` URL parameter for the clients. */
export const CLIENTS_VIEW = 'clients';

/** Title of the clients, for their page and the switch. */
export const CLIENTS_TITLES = {
  organization: 'Клиенты',
  partner: 'Мои клиенты',
} as const satisfies Record<Role, string>;

/** Views of the leads page. Partners have no board. */
export const getLeadViews = (role: Role): readonly ViewOption[] => [
  TABLE,
  ...(role === 'organization' ? [BOARD] : []),
  { value: CLIENTS_VIEW, label: CLIENTS_TITLES[role], icon: IconUserCheck, isOtherList: true },
];

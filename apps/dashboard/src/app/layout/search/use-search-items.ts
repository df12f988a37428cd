import type { StaffRoute } from '@referral-dashboard/api-contract';
import { useSignOut } from '@/app/access/use-sign-out.ts';
import type { SearchItem } from '@/features/search/search-item.ts';
import { usePermissions } from '@/shared/api/permissions.tsx';
import { useRole } from '@/shared/api/use-api.ts';
import { NEW_PARAM, paths } from '@/shared/paths.ts';
import { useNavigation } from '../sidebar/navigation.ts';

/** A page or an action for users with permission for `call`, or for all signed-in users when it is omitted. */
type PermittedItem = SearchItem & { call?: StaffRoute; isStaffOnly?: true };

const ITEMS: readonly PermittedItem[] = [
  {
    kind: 'action',
    name: 'Добавить лид',
    keywords: 'новый заявка клиент создать',
    to: `${paths.leads}?${NEW_PARAM}=lead`,
    call: 'createLead',
  },
  {
    kind: 'action',
    name: 'Новая программа',
    keywords: 'создать добавить реферальная',
    to: paths.programCreate,
    call: 'createProgram',
    isStaffOnly: true,
  },
  {
    kind: 'action',
    name: 'Добавить партнера',
    keywords: 'новый пригласить создать',
    to: paths.partnerCreate,
    call: 'createPartner',
    isStaffOnly: true,
  },
  { kind: 'page', name: 'Уведомления', keywords: 'настройки сообщения', to: paths.notifications },
  {
    kind: 'page',
    name: 'Команда',
    keywords: 'сотрудники доступ должность',
    to: paths.team,
    call: 'employees',
    isStaffOnly: true,
  },
  {
    kind: 'page',
    name: 'Организация',
    keywords: 'настройки реквизиты банк логотип',
    to: paths.organization,
    call: 'organization',
    isStaffOnly: true,
  },
  {
    kind: 'page',
    name: 'Журнал',
    keywords: 'история действия',
    to: paths.journal,
    call: 'journal',
    isStaffOnly: true,
  },
];

/** Pages and actions available to the current user, with `extraItems` after the actions. */
export function useSearchItems(extraItems: readonly SearchItem[]): SearchItem[] {
  const isStaff = useRole() === 'organization';
  const isPermitted = usePermissions();
  const signOut = useSignOut();
  const sections = useNavigation().map(
    ({ label, path }): SearchItem => ({ kind: 'page', name: label, to: path }),
  );
  const permitted = ITEMS.filter(
    ({ call, isStaffOnly }) => (isStaff || !isStaffOnly) && (call === undefined || isPermitted(call)),
  );
  return [
    ...permitted.filter(({ kind }) => kind === 'action'),
    ...extraItems,
    { kind: 'action', name: 'Выйти из профиля', keywords: 'выход', run: signOut },
    ...sections,
    ...permitted.filter(({ kind }) => kind === 'page'),
  ];
}

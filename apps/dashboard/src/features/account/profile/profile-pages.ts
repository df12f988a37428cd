import type { StaffRoute } from '@referral-dashboard/api-contract';
import { usePermissions } from '@/shared/api/permissions.tsx';
import { useRole } from '@/shared/api/use-api.ts';
import { paths } from '@/shared/paths.ts';
import { ORGANIZATION } from '@/shared/product.ts';

type ProfilePage = {
  path: string;
  label: string;
  /** Additional search terms. */
  keywords: string;
  /** Route whose permission the page needs. Organization users only. */
  call?: StaffRoute;
};

const PAGES: readonly ProfilePage[] = [
  { path: paths.profile, label: 'Профиль', keywords: '' },
  { path: paths.team, label: 'Команда', keywords: 'сотрудники доступ должность', call: 'employees' },
  {
    path: paths.organization,
    label: 'Организация',
    keywords: 'настройки реквизиты банк логотип',
    call: 'organization',
  },
  { path: paths.notifications, label: 'Уведомления', keywords: 'настройки сообщения' },
  { path: paths.messages, label: 'Сообщения', keywords: 'отправленные доставка почта', call: 'deliveries' },
  { path: paths.journal, label: 'Журнал', keywords: 'история действия', call: 'journal' },
  {
    path: paths.developers,
    label: 'Для разработчиков',
    keywords: 'ключи api интеграции токен вебхуки свой сайт',
    call: 'ownSite',
  },
];

/** Pages about the user and the organization that the user may open. */
export function useProfilePages(): readonly ProfilePage[] {
  const isPermitted = usePermissions();
  const isStaff = useRole() === ORGANIZATION;
  return PAGES.filter(({ call }) => call === undefined || (isStaff && isPermitted(call)));
}

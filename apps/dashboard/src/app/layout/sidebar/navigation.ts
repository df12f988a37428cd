import { useAuthState } from '@referral-dashboard/react-auth';
import { paths } from '@/shared/paths.ts';
import { ORGANIZATION } from '@/shared/product.ts';
import { IconAffiliate, IconHome, IconUser, IconUserPlus, IconUsers, IconWallet } from '@/shared/ui/icons.ts';
import { usePageHandle } from '@/shared/ui/page/page-handle.ts';

/** Counters of a menu section for organizations. */
export type TaskCounter = 'new_leads' | 'ready_to_pay';

export type NavigationItem = {
  path: string;
  label: string;
  icon: typeof IconHome;
  /** Roles that see the item; all signed-in users when omitted. */
  roles?: readonly string[];
  /** Shown in the bottom bar of narrow screens. */
  isInBottomBar?: boolean;
  /** Counter shown next to the label. */
  counter?: TaskCounter | undefined;
};

const items: readonly NavigationItem[] = [
  { path: paths.home, label: 'Главная', icon: IconHome, isInBottomBar: true },
  { path: paths.profile, label: 'Профиль', icon: IconUser },
  { path: paths.programs, label: 'Реферальные программы', icon: IconAffiliate },
  { path: paths.partners, label: 'Партнеры', icon: IconUsers, roles: [ORGANIZATION], isInBottomBar: true },
  { path: paths.leads, label: 'Лиды', icon: IconUserPlus, isInBottomBar: true, counter: 'new_leads' },
  { path: paths.payments, label: 'Выплаты', icon: IconWallet, isInBottomBar: true, counter: 'ready_to_pay' },
];

/** Menu items visible to the current user, in display order. `isOpen` marks the current section. */
export function useNavigation(): (NavigationItem & { isOpen: boolean })[] {
  const role = useAuthState((state) => state.role);
  const { section } = usePageHandle();
  return items
    .filter(({ roles }) => !roles || (role !== null && roles.includes(role)))
    .map((item) => ({
      ...item,
      isOpen: item.path === section,
      counter: role === ORGANIZATION ? item.counter : undefined,
    }));
}

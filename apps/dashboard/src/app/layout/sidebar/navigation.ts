import { useAuthState } from '@referral-dashboard/react-auth';
import { paths } from '../../../shared/paths.ts';
import { ORGANIZATION } from '../../../shared/product.ts';
import {
  IconAffiliate,
  IconHome,
  IconUser,
  IconUserPlus,
  IconUsers,
  IconWallet,
} from '../../../shared/ui/icons.ts';
import { usePageHandle } from '../../../shared/ui/page/page-handle.ts';

/** Counters of a menu section for organizations. */
export type Waiting = 'new_leads' | 'ready_to_pay';

export type NavigationItem = {
  path: string;
  label: string;
  icon: typeof IconHome;
  /** Roles that see the item; all signed-in users when omitted. */
  roles?: readonly string[];
  /** Shown in the bottom bar of narrow screens. */
  inBottomBar?: boolean;
  /** Counter shown next to the label. */
  waits?: Waiting | undefined;
};

const items: readonly NavigationItem[] = [
  { path: paths.home, label: 'Главная', icon: IconHome, inBottomBar: true },
  { path: paths.profile, label: 'Профиль', icon: IconUser },
  { path: paths.programs, label: 'Реферальные программы', icon: IconAffiliate },
  { path: paths.partners, label: 'Партнеры', icon: IconUsers, roles: [ORGANIZATION], inBottomBar: true },
  { path: paths.leads, label: 'Лиды', icon: IconUserPlus, inBottomBar: true, waits: 'new_leads' },
  { path: paths.payments, label: 'Выплаты', icon: IconWallet, inBottomBar: true, waits: 'ready_to_pay' },
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
      waits: role === ORGANIZATION ? item.waits : undefined,
    }));
}

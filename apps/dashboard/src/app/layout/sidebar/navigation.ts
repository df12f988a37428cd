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

/** Things that may wait in a section for an organization. */
export type Waiting = 'new_leads' | 'ready_to_pay';

export type NavigationItem = {
  path: string;
  label: string;
  icon: typeof IconHome;
  /** Roles that see it; left out: everybody who is signed in. */
  roles?: readonly string[];
  /** Has a place in the bottom bar of narrow screens. */
  inBottomBar?: boolean;
  /** Counted beside its label. */
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

/** The items this person sees, in the order of the product text, and whether each is the open section. */
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

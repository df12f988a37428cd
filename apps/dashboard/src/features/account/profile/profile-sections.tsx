import type { StaffRoute } from '@referral-dashboard/api-contract';
import { Link, useLocation } from 'react-router-dom';
import { usePermissions } from '@/shared/api/permissions.tsx';
import { useRole } from '@/shared/api/use-api.ts';
import { paths } from '@/shared/paths.ts';
import { ORGANIZATION } from '@/shared/product.ts';
import { SideScroller, scrollTabIntoView } from '@/shared/ui/side-scroller.tsx';
import classes from './profile-sections.module.css';

type Section = {
  path: string;
  label: string;
  /** Route whose permission the section needs. Organization users only. */
  call?: StaffRoute;
};

const sections: readonly Section[] = [
  { path: paths.profile, label: 'Профиль' },
  { path: paths.team, label: 'Команда', call: 'employees' },
  { path: paths.organization, label: 'Организация', call: 'organization' },
  { path: paths.notifications, label: 'Уведомления' },
  { path: paths.messages, label: 'Сообщения', call: 'deliveries' },
  { path: paths.journal, label: 'Журнал', call: 'journal' },
];

/** Tabs of the pages about the user and the organization. */
export function ProfileSections() {
  const isPermitted = usePermissions();
  const isStaff = useRole() === ORGANIZATION;
  const { pathname } = useLocation();
  const visible = sections.filter(({ call }) => call === undefined || (isStaff && isPermitted(call)));
  if (visible.length < 2) return null;
  return (
    <nav aria-label="Профиль и организация" className={classes['sections']}>
      <SideScroller>
        {visible.map(({ path, label }) => (
          <Link
            key={path}
            to={path}
            className={classes['section']}
            aria-current={path === pathname ? 'page' : undefined}
            {...(path === pathname && { ref: scrollTabIntoView })}
          >
            {label}
          </Link>
        ))}
      </SideScroller>
    </nav>
  );
}

import { Link, useLocation } from 'react-router-dom';
import { SideScroller, scrollTabIntoView } from '@/shared/ui/side-scroller.tsx';
import { useProfilePages } from './profile-pages.ts';
import classes from './profile-sections.module.css';

/** Tabs of the pages about the user and the organization. */
export function ProfileSections() {
  const { pathname } = useLocation();
  const visible = useProfilePages();
  if (visible.length < 2) return null;
  // A page below another one belongs to its tab.
  const current = visible.findLast(({ path }) => pathname === path || pathname.startsWith(`${path}/`))?.path;
  return (
    <nav aria-label="Профиль и организация" className={classes['sections']}>
      <SideScroller>
        {visible.map(({ path, label }) => (
          <Link
            key={path}
            to={path}
            className={classes['section']}
            aria-current={path === pathname ? 'page' : path === current ? 'true' : undefined}
            {...(path === current && { ref: scrollTabIntoView })}
          >
            {label}
          </Link>
        ))}
      </SideScroller>
    </nav>
  );
}

import { type AccessRule, useAccess, useUser } from '@referral-dashboard/react-auth';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { keepTimeIn } from '../../shared/format/time-zone.ts';
import { paths } from '../../shared/paths.ts';
import { keepReturnTo } from '../../shared/return-to.ts';

/** Lets in whom the rule allows: anonymous people go to the login page, those with the wrong role home. */
export function RequireAccess({ roles }: AccessRule) {
  const access = useAccess({ roles });
  const location = useLocation();
  // Before any page is drawn: all of them show dates.
  keepTimeIn(useUser()?.['time_zone']);
  if (access === 'anonymous') return <Navigate to={paths.login} replace state={keepReturnTo(location)} />;
  if (access === 'forbidden') return <Navigate to={paths.home} replace />;
  return <Outlet />;
}

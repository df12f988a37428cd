import { type AccessRule, useAccess } from '@referral-dashboard/react-auth';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { keepReturnTo } from '../../shared/return-to.ts';

/** Lets in whom the rule allows: anonymous people go to the login page, those with the wrong role home. */
export function RequireAccess({ roles }: AccessRule) {
  const access = useAccess({ roles });
  const location = useLocation();
  if (access === 'anonymous') return <Navigate to={paths.login} replace state={keepReturnTo(location)} />;
  if (access === 'forbidden') return <Navigate to={paths.home} replace />;
  return <Outlet />;
}

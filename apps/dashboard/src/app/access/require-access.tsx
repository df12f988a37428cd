import { type AccessRule, useAccess } from '@referral-dashboard/react-auth';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { createReturnState } from '@/shared/return-to.ts';

/** Redirects anonymous users to the login page and users of other roles to the home page. */
export function RequireAccess({ roles }: AccessRule) {
  const access = useAccess({ roles });
  const location = useLocation();
  if (access === 'anonymous')
    return <Navigate to={paths.login} replace state={createReturnState(location)} />;
  if (access === 'forbidden') return <Navigate to={paths.home} replace />;
  return <Outlet />;
}

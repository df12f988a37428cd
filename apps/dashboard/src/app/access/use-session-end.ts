import { useAuth } from '@referral-dashboard/react-auth';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isPublicPath, paths } from '../../shared/paths.ts';
import { isSigningOut, keepWayBack } from '../../shared/way-back.ts';

/**
 * What happens where a session ends. One that was refused takes the person to the login page from anywhere but
 * there and public pages, open addresses included, with the way back kept. One that the person ends goes to the
 * login page first, so that unsaved changes can object, and is over on arrival.
 */
export function useSessionEnd(): void {
  const { isAuth, logout } = useAuth();
  const location = useLocation();
  const navigate = useNavigate();
  const wasAuth = useRef(isAuth);

  useEffect(() => {
    const ended = wasAuth.current && !isAuth;
    wasAuth.current = isAuth;
    if (!ended || isPublicPath(location.pathname) || location.pathname === paths.login) return;
    void navigate(paths.login, { replace: true, state: keepWayBack(location) });
  }, [isAuth, location, navigate]);

  const signingOut = location.pathname === paths.login && isSigningOut(location.state);
  useEffect(() => {
    if (!signingOut) return;
    void logout();
    void navigate(paths.login, { replace: true, state: null });
  }, [signingOut, logout, navigate]);
}

import { useAuth } from '@referral-dashboard/react-auth';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isOpenPath, paths } from '../../shared/paths.ts';
import { isSigningOut, keepReturnTo } from '../../shared/return-to.ts';
import { forgetDrafts } from '../../shared/session-scope.ts';

/** Time, in milliseconds, within which the end of a session may turn out to be another person signing in in another tab. */
export const SWITCH_MS = 1_000;

/**
 * End of a session. One that was refused takes the person to the login page from anywhere but
 * there and the pages for anybody, with the way back kept. One that the person ends goes to the
 * login page first, so that unsaved changes can object, and is over on arrival, with what was typed.
 *
 * @returns whether a session has just ended and it is not known yet what comes after it.
 */
export function useSessionEnd(): boolean {
  const { isAuth, logout } = useAuth();
  const location = useLocation();
  const navigate = useNavigate();
  const [wasAuth, setWasAuth] = useState(isAuth);
  if (isAuth && !wasAuth) setWasAuth(true);
  const isOver = wasAuth && !isAuth;
  const mayStay = isOpenPath(location.pathname);

  useEffect(() => {
    if (!isOver) return;
    const leave = () => {
      setWasAuth(false);
      if (!mayStay) void navigate(paths.login, { replace: true, state: keepReturnTo(location) });
    };
    const timer = setTimeout(leave, mayStay ? 0 : SWITCH_MS);
    return () => clearTimeout(timer);
  }, [isOver, mayStay, location, navigate]);

  const signingOut = location.pathname === paths.login && isSigningOut(location.state);
  useEffect(() => {
    if (!signingOut) return;
    forgetDrafts();
    void logout();
    void navigate(paths.login, { replace: true, state: null });
  }, [signingOut, logout, navigate]);

  return isOver && !mayStay;
}

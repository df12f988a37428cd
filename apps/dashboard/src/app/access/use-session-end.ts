import { useAuthState } from '@referral-dashboard/react-auth';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isOpenPath, paths } from '@/shared/paths.ts';
import { createReturnState } from '@/shared/return-to.ts';

/** Delay, in milliseconds, before the end of a session is treated as a sign-out. Another tab may be signing in as a different user. */
export const SWITCH_MS = 1_000;

/**
 * Handles the end of a session: opens the login page, unless the page is public, and keeps the return path.
 *
 * @returns true while a session has just ended and the next state is not known yet.
 */
export function useSessionEnd(): boolean {
  const isAuth = useAuthState((state) => state.isAuth);
  const location = useLocation();
  const navigate = useNavigate();
  const [wasAuth, setWasAuth] = useState(isAuth);
  if (isAuth && !wasAuth) setWasAuth(true);
  const hasEnded = wasAuth && !isAuth;
  const isOpenPage = isOpenPath(location.pathname);

  useEffect(() => {
    if (!hasEnded) return;
    const leave = () => {
      setWasAuth(false);
      if (!isOpenPage) void navigate(paths.login, { replace: true, state: createReturnState(location) });
    };
    const timer = setTimeout(leave, isOpenPage ? 0 : SWITCH_MS);
    return () => clearTimeout(timer);
  }, [hasEnded, isOpenPage, location, navigate]);

  return hasEnded && !isOpenPage;
}

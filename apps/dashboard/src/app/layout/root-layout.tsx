import { useLocalStorage } from '@mantine/hooks';
import { useAuthState } from '@referral-dashboard/react-auth';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isPublicPath } from '@/shared/paths.ts';
import { type LeaveGuard, LeaveGuardContext } from '@/shared/ui/form/leave-guard.ts';
import { PageSubject } from '@/shared/ui/page/page-handle.ts';
import { useSessionEnd } from '../access/use-session-end.ts';
import { OpenPage } from './open-page.tsx';
import classes from './root-layout.module.css';
import { StartupScreen } from './startup-screen.tsx';

const Shell = lazy(() => import('./shell.tsx'));

/** Layout of all routes: signed-in users get the shell around the page, public pages do not. */
export function RootLayout() {
  const location = useLocation();
  const isPending = useAuthState((state) => !state.isInitialized);
  const isAuth = useAuthState((state) => state.isAuth);
  // No default value, so nothing is stored until the user chooses.
  const [isCollapsed = false, setCollapsed] = useLocalStorage<boolean>({
    key: 'sidebar_collapsed',
    getInitialValueInEffect: false,
  });
  const isEnding = useSessionEnd();
  const [leaveGuard] = useState<LeaveGuard>(() => ({ ask: null }));
  const [subject, setSubject] = useState('');
  const pageSubject = useMemo(() => ({ subject, setSubject }), [subject]);

  if (isPending) return <StartupScreen />;
  const isPublic = isPublicPath(location.pathname);
  const hasShell = isAuth && !isPublic;
  return (
    <LeaveGuardContext value={leaveGuard}>
      <PageSubject value={pageSubject}>
        {hasShell && (
          <Suspense fallback={null}>
            <Shell isCollapsed={isCollapsed} onCollapse={setCollapsed} />
          </Suspense>
        )}
        {/* A sibling of the shell, not a child: the page keeps its state when the shell mounts or unmounts. */}
        <main
          id="content"
          tabIndex={-1}
          className={isPublic ? undefined : classes['main']}
          data-shell={hasShell || undefined}
          data-collapsed={isCollapsed || undefined}
        >
          <OpenPage isEnding={isEnding} />
        </main>
      </PageSubject>
    </LeaveGuardContext>
  );
}

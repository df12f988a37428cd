import { AppShell } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useAuthState } from '@referral-dashboard/react-auth';
import { lazy, Suspense, useState } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router-dom';
import { isPublicPath } from '../../shared/paths.ts';
import { NavigatedContext } from '../../shared/ui/page.tsx';
import { PageSpinner } from '../../shared/ui/page-spinner.tsx';
import { useSessionEnd } from '../access/use-session-end.ts';
import classes from './root-layout.module.css';
import { StartupScreen } from './startup-screen.tsx';

const ShellParts = lazy(() => import('./shell-parts.tsx'));

const RAIL = 72;
const SIDEBAR = 256;

/** The common layout of all routes: the shell around the page for those who are signed in, off on public pages. */
export function RootLayout() {
  const location = useLocation();
  const [first] = useState(location);
  const pending = useAuthState((state) => !state.isInitialized);
  const isAuth = useAuthState((state) => state.isAuth);
  const [collapsed, setCollapsed] = useLocalStorage({
    key: 'sidebar_collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const page = useMatches().at(-1)?.id;
  useSessionEnd();

  if (pending) return <StartupScreen />;
  const hasShell = isAuth && !isPublicPath(location.pathname);
  return (
    <AppShell
      // The page keeps its place in the tree when the shell comes or goes, and so what was typed into it.
      disabled={!hasShell}
      layout="alt"
      header={{ height: 56 }}
      navbar={{
        width: { base: 0, sm: RAIL, lg: collapsed ? RAIL : SIDEBAR },
        breakpoint: 'sm',
        collapsed: { mobile: true },
      }}
      padding={{ base: 'md', sm: 'lg', lg: 'xl' }}
      transitionDuration={0}
    >
      {hasShell && (
        <Suspense fallback={null}>
          <ShellParts collapsed={collapsed} onCollapse={setCollapsed} />
        </Suspense>
      )}
      <AppShell.Main
        id="content"
        tabIndex={-1}
        className={classes['main']}
        data-shell={hasShell || undefined}
      >
        <NavigatedContext value={location !== first}>
          <Suspense key={page} fallback={<PageSpinner />}>
            <Outlet />
          </Suspense>
        </NavigatedContext>
      </AppShell.Main>
    </AppShell>
  );
}

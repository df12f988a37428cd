import { MantineProvider } from '@mantine/core';
import { AuthProvider, type RegisteredAuth } from '@referral-dashboard/react-auth';
import { useEffect, useMemo } from 'react';
import { type DataRouter, RouterProvider } from 'react-router-dom';
import { env } from '../shared/env.ts';
import { followSignOuts } from '../shared/sign-out-reason.ts';
import { ToastHost } from '../shared/ui/toast/toast-host.tsx';
import { Viewport } from '../shared/ui/viewport/viewport.tsx';
import { loadAhead } from './load-ahead.ts';
import { cssVariablesResolver } from './theme/css-variables.ts';
import { theme } from './theme/theme.ts';
import { transitionsWithinPages } from './transitions.ts';

type AppProps = { auth: RegisteredAuth; router: DataRouter; env?: 'default' | 'test' };

export function App({ auth, router, env: mantineEnv = 'default' }: AppProps) {
  useEffect(() => loadAhead(router), [router]);
  useEffect(() => followSignOuts(auth), [auth]);
  const pages = useMemo(() => transitionsWithinPages(router), [router]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={env.styleNonce}
      env={mantineEnv}
      // All variables are made here, and none of them is loaded a second time as a stylesheet.
      deduplicateCssVariables={false}
    >
      <AuthProvider auth={auth}>
        <Viewport>
          <RouterProvider router={pages} useTransitions={false} />
        </Viewport>
        <ToastHost />
      </AuthProvider>
    </MantineProvider>
  );
}

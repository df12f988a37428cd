import { MantineProvider } from '@mantine/core';
import { AuthProvider, type RegisteredAuth } from '@referral-dashboard/react-auth';
import type { ReactNode } from 'react';
import { env } from '../shared/env.ts';
import { ToastHost } from '../shared/ui/toast/toast-host.tsx';
import { Viewport } from '../shared/ui/viewport/viewport.tsx';
import { cssVariablesResolver } from './theme/css-variables.ts';
import { theme } from './theme/theme.ts';

export type ProvidersProps = {
  auth: RegisteredAuth;
  /** `test` turns off Mantine's transitions and portals. */
  env?: 'default' | 'test';
};

/** Provides the theme, the session, the window width and toasts. */
export const Providers = ({
  auth,
  env: mantineEnv = 'default',
  children,
}: ProvidersProps & { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    defaultColorScheme="auto"
    getStyleNonce={env.styleNonce}
    env={mantineEnv}
    // Keeps all variables, because no stylesheet with their default values is loaded.
    deduplicateCssVariables={false}
  >
    <AuthProvider auth={auth}>
      <Viewport>{children}</Viewport>
      <ToastHost />
    </AuthProvider>
  </MantineProvider>
);

import { MantineProvider } from '@mantine/core';
import { memoryStorage } from '@referral-dashboard/auth-core';
import { AuthProvider } from '@referral-dashboard/react-auth';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createDashboardAuth } from './app/auth.ts';
import classes from './app/layout/root-layout.module.css';
import { cssVariablesResolver } from './app/theme/css-variables.ts';
import { theme } from './app/theme/theme.ts';
import LoginPage from './pages/account/login.tsx';
import { paths } from './shared/paths.ts';

/** Replacement for the `document` that `env` reads in a browser. */
const pageWith = (supportUrl: string) => ({
  querySelector: (selector: string) =>
    selector === 'meta[property="csp-nonce"]'
      ? { nonce: '__CSP_NONCE__' }
      : { content: selector === 'meta[name="support-url"]' ? supportUrl : '' },
});

/** Moves style attributes to rules of a style element. The content security policy allows a nonce only on elements. */
function withRules(markup: string): string {
  const rules: string[] = [];
  const bare = markup.replace(/ style="([^"]*)"/g, (_, css: string) => {
    const known = rules.indexOf(css);
    const number = known < 0 ? rules.push(css) - 1 : known;
    return ` data-rule="${number}"`;
  });
  const text = rules.map((css, number) => `[data-rule="${number}"]{${css}}`).join('');
  return `<style nonce="__CSP_NONCE__">${text}</style>${bare}`;
}

/**
 * Sign-in page as rendered for an anonymous user, including the theme variables.
 *
 * @param supportUrl Support address; empty when not set.
 */
export function signInMarkup(supportUrl: string): string {
  Object.assign(globalThis, { document: pageWith(supportUrl) });
  const auth = createDashboardAuth({ baseUrl: '', storage: memoryStorage() });
  const page = (
    <main className={classes['main']}>
      <LoginPage />
    </main>
  );
  const router = createMemoryRouter([{ path: paths.login, element: page }], {
    initialEntries: [paths.login],
  });
  const markup = renderToString(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => '__CSP_NONCE__'}
      deduplicateCssVariables={false}
    >
      <AuthProvider auth={auth}>
        <RouterProvider router={router} />
      </AuthProvider>
    </MantineProvider>,
  );
  auth.dispose();
  Reflect.deleteProperty(globalThis, 'document');
  return withRules(markup);
}

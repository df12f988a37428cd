import { useAuthState } from '@referral-dashboard/react-auth';
import { render } from '@testing-library/react';
import { type ReactNode, useMemo, useState } from 'react';
import {
  createMemoryRouter,
  type InitialEntry,
  matchRoutes,
  type RouteObject,
  RouterProvider,
} from 'react-router-dom';
import { Providers } from '../app/providers.tsx';
import { SessionQueryProvider } from '../app/queries.tsx';
import { routes } from '../app/routes.tsx';
import { PageSubject } from '../shared/ui/page/page-handle.ts';
import { createControls, createTestAuth } from './harness.ts';

type RoutePath = { path: string; handle?: unknown };

const flatten = (list: RouteObject[]): RoutePath[] =>
  list.flatMap(({ children, path = '*', handle }) => (children ? flatten(children) : [{ path, handle }]));

/**
 * Mounts one component with theme, session, query cache and a memory router at `entry`. A link to another path changes `path()` and
 * unmounts the component. Route guards, the shell and other pages are not included; tests of those use `openApp`.
 */
export function mount(component: ReactNode, entry: InitialEntry = '/') {
  const session = createTestAuth();
  const routePaths = flatten(routes);
  const current = matchRoutes(routePaths, entry)?.at(-1)?.route;
  const router = createMemoryRouter(
    routePaths.map(({ path, handle }) => ({
      path,
      handle,
      element: path === current?.path ? <Page>{component}</Page> : null,
    })),
    { initialEntries: [entry] },
  );
  render(
    <Providers auth={session.auth} env="test">
      <RouterProvider router={router} useTransitions={false} />
    </Providers>,
  );
  return { ...session, ...createControls(router) };
}

/** Provides the contexts that the root layout gives to a page. */
function Page({ children }: { children: ReactNode }) {
  const isInitialized = useAuthState((state) => state.isInitialized);
  const [subject, setSubject] = useState('');
  const pageSubject = useMemo(() => ({ subject, setSubject }), [subject]);
  if (!isInitialized) return null;
  return (
    <PageSubject value={pageSubject}>
      <main>
        <SessionQueryProvider>{children}</SessionQueryProvider>
      </main>
    </PageSubject>
  );
}

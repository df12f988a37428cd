import { useEffect } from 'react';
import { type DataRouter, RouterProvider } from 'react-router-dom';
import { trackSignOuts } from '../shared/sign-out-reason.ts';
import { preloadOnHover } from './preload-on-hover.ts';
import { Providers, type ProvidersProps } from './providers.tsx';
import { startReadsOfPages } from './start-reads.ts';

export function App({ auth, router, ...options }: ProvidersProps & { router: DataRouter }) {
  useEffect(() => preloadOnHover(router), [router]);
  useEffect(() => startReadsOfPages(router, auth), [router, auth]);
  useEffect(() => trackSignOuts(auth), [auth]);
  return (
    <Providers auth={auth} {...options}>
      {/* A transition would render a page after the browser has restored its scroll position. */}
      <RouterProvider router={router} useTransitions={false} />
    </Providers>
  );
}

import { useEffect } from 'react';
import { type DataRouter, RouterProvider } from 'react-router-dom';
import { trackSignOuts } from '../shared/sign-out-reason.ts';
import { preloadOnHover } from './preload-on-hover.ts';
import { Providers, type ProvidersProps } from './providers.tsx';

export function App({ auth, router, ...options }: ProvidersProps & { router: DataRouter }) {
  useEffect(() => preloadOnHover(router), [router]);
  useEffect(() => trackSignOuts(auth), [auth]);
  return (
    <Providers auth={auth} {...options}>
      <RouterProvider router={router} />
    </Providers>
  );
}

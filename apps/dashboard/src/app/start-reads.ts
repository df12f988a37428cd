import type { RegisteredAuth } from '@referral-dashboard/react-auth';
import type { DataRouter } from 'react-router-dom';
import { isOpenPath } from '../shared/paths.ts';

/**
 * Starts the first reads of each opened page while its code loads, if a session is stored. Returns a function that stops it. Not a
 * `loader` of the route: with one, navigation is asynchronous, and the browser restores the scroll position before the page is rendered.
 */
export function startReadsOfPages(router: DataRouter, auth: RegisteredAuth): () => void {
  let opened = '';
  const handleState = ({ location: { pathname, search } }: DataRouter['state']) => {
    if (pathname === opened) return;
    opened = pathname;
    // An address with a query has other reads. A failed read is repeated and reported by the page.
    if (search === '' && !isOpenPath(pathname)) start(auth, pathname).catch(() => {});
  };
  handleState(router.state);
  return router.subscribe(handleState);
}

async function start(auth: RegisteredAuth, path: string): Promise<void> {
  const token = await auth.getAccessToken();
  if (token === null) return;
  const { startReads } = await import('./page-reads.ts');
  await startReads(auth, path, token);
}

import { type DataRouter, matchRoutes } from 'react-router-dom';
import { isPageHandle } from '../shared/ui/page/page-handle.ts';

/** Loads the code of the page behind a link that is pointed at, touched or reached by keyboard, before it is followed. Returns an end to it. */
export function loadAhead({ routes }: DataRouter): () => void {
  const end = new AbortController();
  let last: Element | null = null;
  const approach = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    // A finger points at a link, then gives it the focus.
    if (link === last || link?.origin !== window.location.origin) return;
    last = link;
    const handle: unknown = matchRoutes([...routes], link.pathname)?.at(-1)?.route.handle;
    // What does not come is told when the link is followed.
    if (isPageHandle(handle)) handle.load?.().catch(() => undefined);
  };
  for (const name of ['pointerover', 'focusin'] as const) document.addEventListener(name, approach, end);
  return () => end.abort();
}

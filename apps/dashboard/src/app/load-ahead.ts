import { type DataRouter, matchRoutes } from 'react-router-dom';
import { isPageHandle } from '../shared/ui/page/page-handle.ts';

/** Loads the code of the page behind a link that is pointed at, touched or reached by keyboard, before it is followed. Returns an end to it. */
export function loadAhead({ routes }: DataRouter): () => void {
  const end = new AbortController();
  /** Paths of pages that are here, or on their way. */
  const known = new Set<string>();
  const approach = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin !== window.location.origin || known.has(link.pathname)) return;
    const path = link.pathname;
    known.add(path);
    const handle: unknown = matchRoutes([...routes], path)?.at(-1)?.route.handle;
    // What does not come is told when the link is followed, and asked for again at the next one.
    if (isPageHandle(handle)) handle.load?.().catch(() => known.delete(path));
  };
  for (const name of ['pointerover', 'focusin'] as const) document.addEventListener(name, approach, end);
  return () => end.abort();
}

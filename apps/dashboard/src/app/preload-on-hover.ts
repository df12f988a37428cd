import { type DataRouter, matchRoutes } from 'react-router-dom';
import { isPageHandle } from '../shared/ui/page/page-handle.ts';

/** Preloads the code of a page when its link is hovered, touched or focused. Returns a function that stops it. */
export function preloadOnHover({ routes }: DataRouter): () => void {
  const controller = new AbortController();
  /** Paths of pages that are loaded or loading. */
  const loadedPaths = new Set<string>();
  const handleApproach = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin !== window.location.origin || loadedPaths.has(link.pathname)) return;
    const path = link.pathname;
    loadedPaths.add(path);
    const handle: unknown = matchRoutes([...routes], path)?.at(-1)?.route.handle;
    // A failed preload is ignored here: navigation reports the error, and the next hover retries.
    if (isPageHandle(handle)) handle.load?.().catch(() => loadedPaths.delete(path));
  };
  for (const name of ['pointerover', 'focusin'] as const)
    document.addEventListener(name, handleApproach, controller);
  return () => controller.abort();
}

import type { ContextType, ReactNode } from 'react';
import type {
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_DataRouterStateContext as RouterStateContext,
} from 'react-router-dom';
import { isPageHandle } from '../../../shared/ui/page/page-handle.ts';
import type { Arrival } from '../../../shared/ui/page/page-heading.tsx';

/** Router state of an open page and the elements rendered for it. */
export type RouterSnapshot = {
  content: ReactNode;
  location: ContextType<typeof LocationContext>;
  router: NonNullable<ContextType<typeof RouterStateContext>>;
  /** Session that the page belongs to. */
  scope: object;
};

export type RenderedPage = { key: number; snapshot: RouterSnapshot };

type PrerenderedPage = RenderedPage & { renderedAt: number };

export type PageStack = {
  latest: RouterSnapshot;
  /** The open page. A page that was prerendered keeps its old snapshot until the router changes within it. */
  shown: RenderedPage;
  arrival: Arrival;
  /** Pages that were open before, rendered again outside the document. */
  prerendered: readonly PrerenderedPage[];
};

/** Maximum age, in milliseconds, of a prerendered page. The data it was rendered from expires after this time. */
const MAX_AGE_MS = 240_000;

const getRoute = ({ router }: RouterSnapshot) => router.matches.at(-1)?.route;

/** Returns true for a menu page in its initial state: without search, hash or navigation state. */
function canBePrerendered(snapshot: RouterSnapshot): boolean {
  const { search, hash, state } = snapshot.location.location;
  const handle = getRoute(snapshot)?.handle;
  return isPageHandle(handle) && handle.isPrerendered === true && !search && !hash && !state;
}

export const createPageStack = (snapshot: RouterSnapshot): PageStack => ({
  latest: snapshot,
  shown: { key: 0, snapshot },
  arrival: 'first',
  prerendered: [],
});

/** Updates the shown and prerendered pages after a router change. */
export function updatePageStack(
  { latest, shown, arrival, prerendered }: PageStack,
  snapshot: RouterSnapshot,
): PageStack {
  const route = getRoute(snapshot);
  if (route === getRoute(latest))
    return { latest: snapshot, shown: { ...shown, snapshot }, arrival, prerendered };
  const now = performance.now();
  const usable = prerendered.filter(
    (page) => page.snapshot.scope === snapshot.scope && now - page.renderedAt < MAX_AGE_MS,
  );
  const ready = canBePrerendered(snapshot)
    ? usable.find((page) => getRoute(page.snapshot) === route)
    : undefined;
  const key = 1 + Math.max(shown.key, ...prerendered.map((page) => page.key));
  return {
    latest: snapshot,
    shown: ready ?? { key, snapshot },
    arrival: snapshot.location.navigationType === 'POP' ? 'back' : 'forward',
    prerendered: [
      ...usable.filter((page) => getRoute(page.snapshot) !== route),
      ...(canBePrerendered(latest) ? [{ key: key + 1, snapshot: latest, renderedAt: now }] : []),
    ],
  };
}

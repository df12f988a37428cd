import type { ContextType, ReactNode } from 'react';
import type {
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_DataRouterStateContext as RouterStateContext,
} from 'react-router-dom';
import { isPageHandle } from '../../../shared/ui/page/page-handle.ts';
import type { Arrival } from '../../../shared/ui/page/page-heading.tsx';

/** Router state of an open page and the elements rendered for it. */
export type Told = {
  content: ReactNode;
  place: ContextType<typeof LocationContext>;
  router: NonNullable<ContextType<typeof RouterStateContext>>;
  /** Session that the page belongs to. */
  scope: object;
};

/** A page that is rendered and ready to show. */
export type Drawing = { key: number; told: Told; since: number };

export type Drawings = {
  /** Latest router state. */
  heard: Told;
  shown: Drawing;
  arrival: Arrival;
  /** Previously open pages, rerendered outside the document. */
  ahead: readonly Drawing[];
};

/** Maximum age, in milliseconds, of a prerendered page. The data it was rendered from expires after this time. */
const FRESH_MS = 240_000;

const pageOf = ({ router }: Told) => router.matches.at(-1)?.route;

/** Returns true for a menu page in its initial state: without search, hash or navigation state. */
function isAsBegun(told: Told): boolean {
  const { search, hash, state } = told.place.location;
  const handle = pageOf(told)?.handle;
  return isPageHandle(handle) && handle.isDrawnAhead === true && !search && !hash && !state;
}

export const firstDrawings = (told: Told): Drawings => ({
  heard: told,
  shown: { key: 0, told, since: 0 },
  arrival: 'first',
  ahead: [],
});

/** Updates the shown and prerendered pages after a router change. */
export function follow({ heard, shown, arrival, ahead }: Drawings, told: Told): Drawings {
  const page = pageOf(told);
  if (page === pageOf(heard)) return { heard: told, shown: { ...shown, told }, arrival, ahead };
  const now = performance.now();
  const isFresh = ({ told: { scope }, since }: Drawing) => scope === told.scope && now - since < FRESH_MS;
  const key = 1 + Math.max(shown.key, ...ahead.map((one) => one.key));
  const ready = ahead.find((one) => pageOf(one.told) === page);
  return {
    heard: told,
    shown: ready && isFresh(ready) && isAsBegun(told) ? ready : { key, told, since: now },
    arrival: told.place.navigationType === 'POP' ? 'back' : 'forward',
    ahead: [
      ...ahead.filter((one) => one !== ready && isFresh(one)),
      ...(isAsBegun(heard) ? [{ key: key + 1, told: heard, since: now }] : []),
    ],
  };
}

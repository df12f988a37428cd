import type { ContextType, ReactNode } from 'react';
import type {
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_DataRouterStateContext as RouterStateContext,
} from 'react-router-dom';
import { isPageHandle } from '../../../shared/ui/page/page-handle.ts';
import type { Arrival } from '../../../shared/ui/page/page-heading.tsx';

/** State of the router while a page is open, and the elements that it makes of it. */
export type Told = {
  content: ReactNode;
  place: ContextType<typeof LocationContext>;
  router: NonNullable<ContextType<typeof RouterStateContext>>;
  /** The session that it is told in. */
  scope: object;
};

/** A page that is drawn, to be shown once. */
export type Drawing = { key: number; told: Told; since: number };

export type Drawings = {
  /** The latest state of the router. */
  heard: Told;
  shown: Drawing;
  arrival: Arrival;
  /** Pages that were open before, drawn anew out of sight. */
  ahead: readonly Drawing[];
};

/** Time, in milliseconds, after which a page drawn ahead is not shown any more: the answers it was drawn from are not kept for longer. */
const FRESH_MS = 240_000;

const pageOf = ({ router }: Told) => router.matches.at(-1)?.route;

/** Predicate: a page of those that are drawn ahead, as a link of the menu opens it. */
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

/** Drawings after a change of the router's state. */
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

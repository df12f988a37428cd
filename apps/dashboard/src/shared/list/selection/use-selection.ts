import { useState } from 'react';
import type { Listed } from '../definition.ts';

/** What a call for many is about: those named, or all that the filter finds if they are as many as was seen. */
export type Target =
  | { ids: string[]; filter?: never; expected_count?: never }
  | { filter: Record<string, string>; expected_count: number; ids?: never };

export type Selection = {
  count: number;
  isAll: boolean;
  target: Target;
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  togglePage: () => void;
  isPageSelected: boolean;
  selectAll: () => void;
  clear: () => void;
};

type Held = { scope: string; ids: ReadonlySet<string>; isAll: boolean };

/** Rows that are ticked. They outlive the turning of a page, not another filter. */
export function useSelection(
  items: readonly Listed[],
  filter: Record<string, string>,
  total: number,
): Selection {
  const scope = JSON.stringify(filter);
  const [held, setHeld] = useState<Held>({ scope, ids: new Set(), isAll: false });
  const { ids, isAll } = held.scope === scope ? held : { ids: new Set<string>(), isAll: false };
  const select = (next: Iterable<string>, all = false) => setHeld({ scope, ids: new Set(next), isAll: all });

  const shown = items.map(({ id }) => id);
  const has = (id: string) => isAll || ids.has(id);
  const isPageSelected = shown.length > 0 && shown.every(has);
  const known = isAll ? [...shown] : [...ids];
  return {
    count: isAll ? total : ids.size,
    isAll,
    target: isAll ? { filter, expected_count: total } : { ids: [...ids] },
    has,
    toggle: (id) => select(has(id) ? known.filter((one) => one !== id) : [...known, id]),
    togglePage: () =>
      select(isPageSelected ? known.filter((id) => !shown.includes(id)) : [...known, ...shown]),
    isPageSelected,
    selectAll: () => select([], true),
    clear: () => select([]),
  };
}

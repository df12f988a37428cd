import { useState } from 'react';
import type { Listed } from '../definition.ts';

/**
 * Rows of a bulk action: ids, or all rows that match a filter. The server rejects the action if it finds another number of rows than
 * `expected_count`.
 */
export type Target =
  | { ids: string[]; filter?: never; expected_count?: never }
  | { filter: Record<string, string>; expected_count: number; ids?: never };

export type Selection<Item extends Listed = Listed> = {
  count: number;
  isAll: boolean;
  target: Target;
  /** Rows selected individually or by page, including rows of other pages. */
  chosen: readonly Item[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  togglePage: () => void;
  isPageSelected: boolean;
  selectAll: () => void;
  clear: () => void;
};

type Held<Item> = { scope: string; chosen: ReadonlyMap<string, Item>; isAll: boolean };

type Options<Item> = {
  /** Returns true for rows that can be selected. Defaults to all rows. */
  canSelect?: (item: Item) => boolean;
};

/** Selected rows. The selection is kept across pages and cleared when the filter changes. */
export function useSelection<Item extends Listed>(
  items: readonly Item[],
  filter: Record<string, string>,
  total: number,
  { canSelect = () => true }: Options<Item> = {},
): Selection<Item> {
  const scope = JSON.stringify(filter);
  const [held, setHeld] = useState<Held<Item>>({ scope, chosen: new Map(), isAll: false });
  const { chosen, isAll } = held.scope === scope ? held : { chosen: new Map<string, Item>(), isAll: false };
  const select = (next: readonly Item[], all = false) =>
    setHeld({ scope, chosen: new Map(next.map((item) => [item.id, item])), isAll: all });

  const shown = items.filter(canSelect);
  const has = (id: string) => isAll || chosen.has(id);
  const isPageSelected = shown.length > 0 && shown.every(({ id }) => has(id));
  const known = isAll ? shown : [...chosen.values()];
  return {
    count: isAll ? total : chosen.size,
    isAll,
    target: isAll ? { filter, expected_count: total } : { ids: [...chosen.keys()] },
    chosen: [...chosen.values()],
    has,
    toggle: (id) =>
      select(
        has(id) ? known.filter((one) => one.id !== id) : known.concat(shown.filter((one) => one.id === id)),
      ),
    togglePage: () =>
      select(
        isPageSelected ? known.filter(({ id }) => !shown.some((one) => one.id === id)) : [...known, ...shown],
      ),
    isPageSelected,
    selectAll: () => select([], true),
    clear: () => select([]),
  };
}

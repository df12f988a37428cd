import { useState } from 'react';
import type { ListItem } from '../definition.ts';

/**
 * Rows of a bulk action: ids, or all rows that match a filter. The server rejects the action if it finds another number of rows than
 * `expected_count`.
 */
export type BulkTarget =
  | { ids: string[]; filter?: never; expected_count?: never }
  | { filter: Record<string, string>; expected_count: number; ids?: never };

export type Selection<Item extends ListItem = ListItem> = {
  count: number;
  isAll: boolean;
  target: BulkTarget;
  /** Rows selected individually or by page, including rows of other pages. */
  selected: readonly Item[];
  has: (id: string) => boolean;
  toggle: (id: string) => void;
  togglePage: () => void;
  isPageSelected: boolean;
  selectAll: () => void;
  clear: () => void;
};

type SelectionState<Item> = { scope: string; selected: ReadonlyMap<string, Item>; isAll: boolean };

type Options<Item> = {
  /** Returns true for rows that can be selected. Defaults to all rows. */
  canSelect?: (item: Item) => boolean;
};

/** Selected rows. The selection is kept across pages and cleared when the filter changes. */
export function useSelection<Item extends ListItem>(
  items: readonly Item[],
  filter: Record<string, string>,
  total: number,
  { canSelect = () => true }: Options<Item> = {},
): Selection<Item> {
  const scope = JSON.stringify(filter);
  const [state, setState] = useState<SelectionState<Item>>({ scope, selected: new Map(), isAll: false });
  const { selected, isAll } =
    state.scope === scope ? state : { selected: new Map<string, Item>(), isAll: false };
  const select = (next: readonly Item[], all = false) =>
    setState({ scope, selected: new Map(next.map((item) => [item.id, item])), isAll: all });

  const selectable = items.filter(canSelect);
  const has = (id: string) => isAll || selected.has(id);
  const isPageSelected = selectable.length > 0 && selectable.every(({ id }) => has(id));
  const current = isAll ? selectable : [...selected.values()];
  return {
    count: isAll ? total : selected.size,
    isAll,
    target: isAll ? { filter, expected_count: total } : { ids: [...selected.keys()] },
    selected: [...selected.values()],
    has,
    toggle: (id) =>
      select(
        has(id)
          ? current.filter((one) => one.id !== id)
          : current.concat(selectable.filter((one) => one.id === id)),
      ),
    togglePage: () =>
      select(
        isPageSelected
          ? current.filter(({ id }) => !selectable.some((one) => one.id === id))
          : [...current, ...selectable],
      ),
    isPageSelected,
    selectAll: () => select([], true),
    clear: () => select([]),
  };
}

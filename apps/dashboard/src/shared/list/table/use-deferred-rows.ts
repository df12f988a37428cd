import { useDeferredValue, useMemo, useState } from 'react';
import { useShouldRenderAll } from '@/shared/ui/page/use-should-render-all.ts';
import type { ListItem } from '../definition.ts';
import type { ListModel } from '../use-list.ts';

/**
 * Defers the rendering of long lists, because a hundred rows block user input. The first rows render immediately, the others with low
 * priority. A checkbox that the user clicks updates immediately, the others later.
 *
 * @param first Number of rows on the first screen.
 */
export function useDeferredRows<Item extends ListItem>(list: ListModel<Item>, first: number) {
  const { selection } = list;
  const deferredList = useDeferredValue(list);
  const { params } = deferredList.address;
  const { dataUpdatedAt } = deferredList.page;
  // A change of the selection is no change of the cells.
  const rowList = useMemo(() => deferredList, [params, dataUpdatedAt]);
  const shouldRenderAll = useShouldRenderAll();
  const [lastToggled, setLastToggled] = useState<string | null>(null);
  return {
    /** Changes with the address, and after a refetch, because some cells show relative time. */
    rowList,
    items: shouldRenderAll ? deferredList.items : deferredList.items.slice(0, first),
    isChecked: (id: string) => (id === lastToggled ? selection : deferredList.selection).has(id),
    toggle(id: string) {
      setLastToggled(id);
      selection.toggle(id);
    },
  };
}

import { useDeferredValue, useState } from 'react';
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
  const shouldRenderAll = useShouldRenderAll();
  const [lastToggled, setLastToggled] = useState<string | null>(null);
  return {
    deferredList,
    items: shouldRenderAll ? deferredList.items : deferredList.items.slice(0, first),
    isChecked: (id: string) => (id === lastToggled ? selection : deferredList.selection).has(id),
    toggle(id: string) {
      setLastToggled(id);
      selection.toggle(id);
    },
  };
}

/** Whether the rows of both lists render the same. After a refetch they do not, because some cells show relative time. */
export const haveSameRows = <Item extends ListItem>(
  before: ListModel<Item>,
  after: ListModel<Item>,
): boolean =>
  before.address.params === after.address.params && before.page.dataUpdatedAt === after.page.dataUpdatedAt;

import { useDeferredValue, useState } from 'react';
import { useWhole } from '../../ui/page/use-whole.ts';
import type { Listed } from '../definition.ts';
import type { ListModel } from '../use-list.ts';

/**
 * Defers the rendering of long lists, because a hundred rows block user input. The first rows render immediately, the others with low
 * priority. A checkbox that the user clicks updates immediately, the others later.
 *
 * @param first Number of rows on the first screen.
 */
export function useDrawn<Item extends Listed>(list: ListModel<Item>, first: number) {
  const { selection } = list;
  const drawn = useDeferredValue(list);
  const isWhole = useWhole();
  const [pressed, setPressed] = useState<string | null>(null);
  return {
    drawn,
    items: isWhole ? drawn.items : drawn.items.slice(0, first),
    isTicked: (id: string) => (id === pressed ? selection : drawn.selection).has(id),
    toggle(id: string) {
      setPressed(id);
      selection.toggle(id);
    },
  };
}

/** Whether the rows of both lists render the same. After a refetch they do not, because some cells show relative time. */
export const areAlike = <Item extends Listed>(before: ListModel<Item>, after: ListModel<Item>): boolean =>
  before.address.params === after.address.params && before.page.dataUpdatedAt === after.page.dataUpdatedAt;

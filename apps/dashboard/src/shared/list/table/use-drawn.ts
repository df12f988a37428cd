import { useDeferredValue, useState } from 'react';
import { useWhole } from '../../ui/page/use-whole.ts';
import type { Listed } from '../definition.ts';
import type { ListModel } from '../use-list.ts';

/**
 * A list as its rows are drawn. A hundred of them take longer to draw than a hand waits: those of the first screen are drawn at once,
 * the others, those of another page and ticks of all of them between other things to do, the row that was pressed at once.
 *
 * @param first Rows of a screen.
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

/** Predicate: rows of both lists are drawn alike. What was read again is not: some of it tells how long ago something was. */
export const areAlike = <Item extends Listed>(before: ListModel<Item>, after: ListModel<Item>): boolean =>
  before.address.params === after.address.params && before.page.dataUpdatedAt === after.page.dataUpdatedAt;

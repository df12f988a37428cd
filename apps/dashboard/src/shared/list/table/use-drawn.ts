import { useDeferredValue, useState } from 'react';
import type { Listed } from '../definition.ts';
import type { ListModel } from '../use-list.ts';

/**
 * A list as its rows are drawn. A hundred of them take longer to draw than a hand waits: those of another page, and ticks of all of
 * them at once, are drawn between other things to do, the row that was pressed at once. `drawn` is null before the first are.
 */
export function useDrawn<Item extends Listed>(list: ListModel<Item>) {
  const { selection } = list;
  const drawn = useDeferredValue<ListModel<Item> | null>(list, null);
  const [pressed, setPressed] = useState<string | null>(null);
  return {
    drawn,
    isTicked: (id: string) => (id === pressed ? selection : (drawn?.selection ?? selection)).has(id),
    toggle(id: string) {
      setPressed(id);
      selection.toggle(id);
    },
  };
}

/** Predicate: rows of both lists are drawn alike. What was read again is not: some of it tells how long ago something was. */
export const areAlike = <Item extends Listed>(before: ListModel<Item>, after: ListModel<Item>): boolean =>
  before.address.params === after.address.params && before.page.dataUpdatedAt === after.page.dataUpdatedAt;

import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ListItem } from '../definition.ts';
import type { ListModel } from '../use-list.ts';

type RowLinkProps<Item extends ListItem> = {
  list: ListModel<Item>;
  item: Item;
  children: ReactNode;
  className?: string | undefined;
};

/** Link of a row, to its page or to the side panel. */
export const RowLink = <Item extends ListItem>({ list, item, children, className }: RowLinkProps<Item>) => (
  <Link
    ref={list.rowFocus.register(item.id)}
    to={list.definition.href?.(item) ?? list.address.linkTo({ id: item.id })}
    data-row-link={item.id}
    aria-current={item.id === list.openId || undefined}
    className={className}
    // Otherwise dragging a board card would drag its URL.
    draggable={false}
  >
    {children}
  </Link>
);

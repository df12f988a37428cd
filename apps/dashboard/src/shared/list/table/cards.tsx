import { Checkbox } from '@mantine/core';
import type { Listed } from '../definition.ts';
import type { ListModel } from '../use-list.ts';
import { RowLink } from './row-link.tsx';
import classes from './table.module.css';

type CardsProps<Item extends Listed> = { list: ListModel<Item>; title: string; isSelectable: boolean };

/** The rows where a table has no room. */
export const Cards = <Item extends Listed>({ list, title, isSelectable }: CardsProps<Item>) => (
  <ul className={classes['cards']} aria-label={title} data-tall={list.definition.hasTallCards || undefined}>
    {list.items.map((item) => {
      const { title: name, figure, note, status, when } = list.definition.card(item);
      return (
        <li key={item.id} className={classes['card']} data-ticked={list.selection.has(item.id) || undefined}>
          <div className={classes['pair']}>
            <RowLink list={list} item={item} className={classes['cover']}>
              {name}
            </RowLink>
            <span className={classes['figure']}>{figure}</span>
          </div>
          <div className={classes['note']}>{note}</div>
          <div className={classes['pair']}>
            <span>{status}</span>
            <span className={classes['note']}>{when}</span>
          </div>
          {isSelectable && (
            <Checkbox
              className={classes['cardTick']}
              aria-label={`Выбрать: ${list.definition.label(item)}`}
              checked={list.selection.has(item.id)}
              onChange={() => list.selection.toggle(item.id)}
            />
          )}
        </li>
      );
    })}
  </ul>
);

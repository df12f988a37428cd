import { memo } from 'react';
import { Dotted } from '../../format/dotted/dotted.tsx';
import { Tick } from '../../ui/form/tick.tsx';
import type { Listed } from '../definition.ts';
import type { ListModel } from '../use-list.ts';
import { RowLink } from './row-link.tsx';
import classes from './table.module.css';
import { areAlike, useDrawn } from './use-drawn.ts';

type CardsProps<Item extends Listed> = { list: ListModel<Item>; title: string; isSelectable: boolean };

/** Rows as cards, for screens that are too narrow for a table. */
export function Cards<Item extends Listed>({ list, title, isSelectable }: CardsProps<Item>) {
  const { definition } = list;
  const { drawn, items, isTicked, toggle } = useDrawn(list, 6);
  return (
    <ul
      className={classes['cards']}
      aria-label={title}
      data-tall={definition.hasTallCards || undefined}
      data-selectable={isSelectable || undefined}
    >
      {items.map((item) => (
        <li key={item.id} className={classes['card']} data-ticked={isTicked(item.id) || undefined}>
          <CardLines item={item} list={drawn} />
          {isSelectable && (
            <Tick
              className={classes['cardTick']}
              label={`Выбрать: ${definition.label(item)}`}
              isTicked={isTicked(item.id)}
              onToggle={() => toggle(item.id)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

type LinesProps<Item extends Listed> = { list: ListModel<Item>; item: Item };

function Lines<Item extends Listed>({ list, item }: LinesProps<Item>) {
  const { title: name, figure, note, status, when } = list.definition.card(item);
  return (
    <>
      <div className={classes['pair']}>
        <RowLink list={list} item={item} className={classes['cover']}>
          {name}
        </RowLink>
        <span className={classes['figure']}>{figure}</span>
      </div>
      <div className={classes['note']}>
        <Dotted>{note}</Dotted>
      </div>
      <div className={classes['pair']}>
        <span>{status}</span>
        <span className={classes['note']}>{when}</span>
      </div>
    </>
  );
}

const CardLines = memo(
  Lines,
  (before, after) => before.item === after.item && areAlike(before.list, after.list),
) as unknown as typeof Lines;

import { Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import { DottedText } from '@/shared/format/dotted-text/dotted-text.tsx';
import { useDates } from '@/shared/format/use-dates.ts';
import type { ListItem } from '../definition.ts';
import type { ListModel } from '../use-list.ts';
import classes from './cards.module.css';
import { RowLink } from './row-link.tsx';
import { useDeferredRows } from './use-deferred-rows.ts';

type CardsProps<Item extends ListItem> = { list: ListModel<Item>; title: string; isSelectable: boolean };

/** Rows as cards, for screens that are too narrow for a table. */
export function Cards<Item extends ListItem>({ list, title, isSelectable }: CardsProps<Item>) {
  const { definition } = list;
  const { rowList, items, isChecked, toggle } = useDeferredRows(list, 6);
  return (
    <ul
      className={classes['cards']}
      aria-label={title}
      data-tall={definition.hasTallCards || undefined}
      data-selectable={isSelectable || undefined}
    >
      {items.map((item) => (
        <li key={item.id} className={classes['card']} data-selected={isChecked(item.id) || undefined}>
          <CardLines item={item} list={rowList} />
          {isSelectable && (
            <Checkbox
              size="xs"
              className={classes['cardTick'] ?? ''}
              aria-label={`Выбрать: ${definition.label(item)}`}
              checked={isChecked(item.id)}
              onChange={() => toggle(item.id)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

type LinesProps<Item extends ListItem> = { list: ListModel<Item>; item: Item };

/** Memoized, because a change of the selection renders all cards. */
function CardLines<Item extends ListItem>({ list, item }: LinesProps<Item>) {
  return useMemo(() => <Lines list={list} item={item} />, [list, item]);
}

function Lines<Item extends ListItem>({ list, item }: LinesProps<Item>) {
  const { title: name, figure, note, status, time } = list.definition.card(item, useDates());
  return (
    <>
      <div className={classes['pair']}>
        <RowLink list={list} item={item} className={classes['cover']}>
          {name}
        </RowLink>
        <span className={classes['figure']}>{figure}</span>
      </div>
      <div className={classes['note']}>
        <DottedText>{note}</DottedText>
      </div>
      <div className={classes['pair']}>
        <span>{status}</span>
        <span className={classes['note']}>{time}</span>
      </div>
    </>
  );
}

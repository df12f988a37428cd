import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../format/count.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { IconInbox } from '../ui/icons.ts';
import type { ListItem } from './definition.ts';
import { getActiveFilters } from './filters/filter-chips.tsx';
import type { ListModel } from './use-list.ts';

const icon = <IconInbox size={32} stroke={1.75} />;

type ListEmptyProps<Item extends ListItem> = { list: ListModel<Item>; actions: ReactNode };

/** Empty state: no matches, an empty tab, or no data yet. */
export function ListEmpty<Item extends ListItem>({ list, actions }: ListEmptyProps<Item>) {
  const { address, definition, criteria, states, resetChanges, isBlank } = list;
  if (Object.keys(criteria).length > 0) {
    const [filter] = getActiveFilters(list);
    const isOnlySearch = Object.keys(criteria).every((name) => name === 'search');
    const inOtherStates = states.length > 0 ? (list.sumCounts([]) ?? 0) : 0;
    return (
      <Notice
        icon={icon}
        title="По этим условиям ничего нет"
        actions={
          <>
            {inOtherStates > 0 && (
              <Button variant="default" onClick={() => address.change(list.selectStates([]))}>
                В других статусах: {formatCount(inOtherStates, definition.noun, list.isMore)}
              </Button>
            )}
            <Button variant="default" onClick={() => address.change(resetChanges)}>
              {isOnlySearch ? 'Очистить поиск' : 'Сбросить фильтры'}
            </Button>
          </>
        }
      >
        {isOnlySearch
          ? 'Проверьте запрос или очистите поиск'
          : filter
            ? `Уберите фильтр «${filter.label}» или сбросьте все`
            : 'Сбросьте фильтры, чтобы увидеть все'}
      </Notice>
    );
  }
  const tab = definition.tabs.find((one) => String(one.states) === String(states));
  if (states.length > 0 && !isBlank)
    return (
      <Notice
        icon={icon}
        title={tab?.empty ?? 'Здесь пусто'}
        actions={
          <Button variant="default" onClick={() => address.change(list.selectStates([]))}>
            Показать все
          </Button>
        }
      >
        {''}
      </Notice>
    );
  const { title, advice, action, hasMotif = false } = definition.emptyState;
  return (
    <Notice
      icon={icon}
      title={title}
      hasMotif={hasMotif}
      actions={
        (actions || action) && (
          <>
            {actions}
            {action}
          </>
        )
      }
    >
      {advice}
    </Notice>
  );
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from '../ui/feedback/notice.tsx';
import { IconInbox } from '../ui/icons.ts';
import type { Listed } from './definition.ts';
import type { ListModel } from './use-list.ts';

const icon = <IconInbox size={32} stroke={1.75} />;

type ListEmptyProps<Item extends Listed> = { list: ListModel<Item>; actions: ReactNode };

/** Empty state: no matches, an empty tab, or no data yet. */
export function ListEmpty<Item extends Listed>({ list, actions }: ListEmptyProps<Item>) {
  const { address, definition, narrowing, states, widened } = list;
  if (Object.keys(narrowing).length > 0) {
    const culprit = definition.filters.find(({ name }) => name in narrowing);
    return (
      <Notice
        icon={icon}
        title="По этим условиям ничего нет"
        actions={
          <Button variant="default" onClick={() => address.change(widened)}>
            Сбросить фильтры
          </Button>
        }
      >
        {culprit ? `Уберите фильтр «${culprit.label}» или сбросьте все` : 'Измените запрос или сбросьте его'}
      </Notice>
    );
  }
  const tab = definition.tabs.find((one) => String(one.states) === String(states));
  if (states.length > 0)
    return (
      <Notice
        icon={icon}
        title={tab?.empty ?? 'Здесь пусто'}
        actions={
          <Button variant="default" onClick={() => address.change({ status: null })}>
            Показать все
          </Button>
        }
      >
        {''}
      </Notice>
    );
  const { title, advice, action } = definition.nothing;
  return (
    <Notice
      icon={icon}
      title={title}
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

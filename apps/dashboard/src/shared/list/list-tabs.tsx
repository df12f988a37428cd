import { Link } from 'react-router-dom';
import { formatNumber } from '../format/count.ts';
import { SideScroller, scrollTabIntoView } from '../ui/side-scroller.tsx';
import type { ListItem } from './definition.ts';
import classes from './list-tabs.module.css';
import type { ListModel } from './use-list.ts';

const ALL = { label: 'Все', states: [] as readonly string[] };

/** Tabs by state, each with the count under the active filters. */
export const ListTabs = <Item extends ListItem>({ list }: { list: ListModel<Item> }) => (
  <nav aria-label="Статус" className={classes['tabs']}>
    <SideScroller>
      {[ALL, ...list.definition.tabs].map(({ label, states }) => {
        const count = list.sumCounts(states);
        const isOpen = String(states) === String(list.states);
        return (
          <Link
            key={label}
            to={list.address.linkTo({ ...list.selectStates(states), id: null })}
            className={classes['tab']}
            aria-current={isOpen ? 'page' : undefined}
            {...(isOpen && { ref: scrollTabIntoView })}
          >
            {label}{' '}
            <span className={classes['count']}>
              {count === undefined ? '' : formatNumber(count, list.isMore)}
            </span>
          </Link>
        );
      })}
    </SideScroller>
  </nav>
);

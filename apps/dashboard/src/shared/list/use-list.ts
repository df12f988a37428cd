import { useWindowEvent } from '@mantine/hooks';
import type { Page, RouteContract } from '@referral-dashboard/api-contract';
import { useState } from 'react';
import { useRead } from '../api/use-read.ts';
import { defaultOf, queryOf } from './address.ts';
import type { ListDefinition, Listed } from './definition.ts';
import { useSelection } from './selection/use-selection.ts';
import { useListView } from './table/use-list-view.ts';
import { type Address, useAddress } from './use-address.ts';

export type ListModel<Item extends Listed> = ReturnType<typeof useList<Item>>;

const PAGING = ['ordering', 'cursor', 'page_size'];
const without = (query: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

/** The page of rows that the address asks a call for. */
export function usePage<Item>(route: RouteContract, { params }: Address, isRead = true) {
  const query = queryOf(route, params);
  const page = useRead(route, { query: query as never }, { keepPrevious: true, enabled: isRead });
  // The contract has checked what came; only its type is lost where the route is one of any.
  return { query, page, answer: page.data as Page<Item> | undefined };
}

/**
 * A list as the address has it: what is asked for, what came, what is ticked and what is open.
 *
 * @param isRead whether its rows are asked for; a board asks for its own.
 */
export function useList<Item extends Listed>(definition: ListDefinition<Item>, isRead = true) {
  const address = useAddress();
  const view = useListView(definition, address);
  const { query, page, answer } = usePage<Item>(definition.page, address, isRead);
  const counts = useRead(
    definition.counts,
    { query: queryOf(definition.counts, address.params) as never },
    { keepPrevious: true },
  );

  const isHeld = useHeld(page.isPending);
  const {
    more: isMore = false,
    sums,
    ...countBy
  } = (counts.data ?? {}) as Partial<Record<string, number>> & {
    more?: boolean;
    sums?: Record<string, number>;
  };
  const items = answer?.results ?? [];
  const countOf = (states: readonly string[]) => {
    if (counts.data === undefined) return undefined;
    const sum = (states.length === 0 ? ['all'] : states).reduce((all, one) => all + (countBy[one] ?? 0), 0);
    // Of a state that none was met in, while not all were counted, nothing is known.
    return isMore && sum === 0 ? undefined : sum;
  };

  const filter = without(query, PAGING);
  const states = query['status']?.split(',') ?? [];
  const total = countOf(states);
  const totalKop =
    sums && (states.length === 0 ? ['all'] : states).reduce((all, one) => all + (sums[one] ?? 0), 0);
  const filterNames = definition.filters.flatMap((one) =>
    one.kind === 'period' ? [one.from, one.to] : [one.name],
  );
  return {
    definition,
    address,
    view,
    page,
    items,
    next: answer?.next ?? null,
    previous: answer?.previous ?? null,
    countOf,
    total,
    /** Sum of all rows that the filters find, in kopecks; undefined when the server does not add it up. */
    totalKop,
    /** There are more than were counted: what is counted is the least there is. */
    isMore,
    states,
    /** All that narrows the list, tab included: what a file of it or a call for all of it is about. */
    filter,
    /** Filters and search in force, without the tab. */
    narrowing: without(filter, ['status']),
    /** There is nothing at all, whatever is asked for. */
    isBlank:
      !isHeld &&
      (isRead ? page.isSuccess && items.length === 0 && !query['cursor'] : total === 0) &&
      Object.keys(filter).length === 0,
    /** Changes of the address that drop all of them. */
    widened: Object.fromEntries([...filterNames, 'search'].map((name) => [name, null])),
    ordering: query['ordering'] ?? defaultOf(definition.page, 'ordering'),
    pageSize: Number(query['page_size'] ?? defaultOf(definition.page, 'page_size')),
    openId: address.get('id') || null,
    selection: useSelection(items, filter, total ?? items.length),
  };
}

/** A press that began while something was on its way, until it is over: nothing is taken from under it. */
function useHeld(isPending: boolean): boolean {
  const [isHeld, setHeld] = useState(false);
  // The click comes after the release.
  const release = () => isHeld && setTimeout(() => setHeld(false));
  useWindowEvent('pointerdown', () => isPending && setHeld(true));
  useWindowEvent('pointerup', release);
  useWindowEvent('pointercancel', release);
  return isHeld;
}

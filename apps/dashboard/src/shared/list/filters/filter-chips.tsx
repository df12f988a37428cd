import { Button, OverflowList, Text, VisuallyHidden } from '@mantine/core';
import { formatDate } from '@/shared/format/date.ts';
import { IconX } from '@/shared/ui/icons.ts';
import type { Filter, ListItem } from '../definition.ts';
import classes from '../list.module.css';
import type { Address } from '../use-address.ts';
import type { ListModel } from '../use-list.ts';

type ChipProps = { filter: Filter; address: Address };

const getNames = (filter: Filter) => (filter.kind === 'period' ? [filter.from, filter.to] : [filter.name]);

/** Returns the active filters. */
export const getActiveFilters = <Item extends ListItem>({ definition, criteria }: ListModel<Item>) =>
  definition.filters.filter((filter) => getNames(filter).some((name) => name in criteria));

/** Number of active filters. A period counts once, and so does a filter that only a link can set. */
export function countActiveFilters<Item extends ListItem>({ definition, criteria }: ListModel<Item>) {
  const names = Object.keys(criteria).filter((name) => name !== 'search');
  const getFilter = (name: string) => definition.filters.find((filter) => getNames(filter).includes(name));
  return new Set(names.map((name) => getFilter(name)?.name ?? name)).size;
}

/** Active filters as chips. A click removes the filter. */
export function FilterChips<Item extends ListItem>({ list }: { list: ListModel<Item> }) {
  const { address, criteria, resetChanges, page, items } = list;
  const active = getActiveFilters(list);
  const isEmpty = page.isSuccess && items.length === 0;
  // The search field has a clear button, and the empty state has a reset button.
  const canReset = Object.keys(criteria).some((name) => name !== 'search') && !isEmpty;
  if (active.length === 0 && !canReset) return null;
  return (
    <>
      <OverflowList
        className={classes['inForce'] ?? ''}
        data={active}
        getItemKey={({ name }) => name}
        gap="xs"
        renderItem={(filter) => <FilterChip key={filter.name} filter={filter} address={address} />}
        renderOverflow={(hidden) => <Text c="dimmed">{`+${hidden.length}`}</Text>}
      />
      {canReset && (
        <Button size="compact-sm" variant="subtle" flex="none" onClick={() => address.change(resetChanges)}>
          Сбросить
        </Button>
      )}
    </>
  );
}

/** Active filter as a chip. A click removes the filter. */
export function FilterChip({ filter, address }: ChipProps) {
  const remove = () => address.change(Object.fromEntries(getNames(filter).map((name) => [name, null])));
  return (
    <Button
      size="compact-sm"
      variant="light"
      color="gray"
      fw={400}
      onClick={remove}
      rightSection={<IconX size={14} stroke={1.75} aria-hidden />}
    >
      <VisuallyHidden>Убрать фильтр</VisuallyHidden> {filter.label}:{' '}
      <ChipValue filter={filter} address={address} />
    </Button>
  );
}

/** Text of a filter value. */
export function ChipValue({ filter, address }: ChipProps) {
  if (filter.kind === 'period') {
    const [from, to] = [address.get(filter.from), address.get(filter.to)];
    return [from && `с ${formatDate(from)}`, to && `по ${formatDate(to)}`].filter(Boolean).join(' ');
  }
  if (filter.kind === 'day') return formatDate(address.get(filter.name));
  const [first = '', ...more] = address.getList(filter.name);
  const rest = more.length > 0 && ` и еще ${more.length}`;
  if (filter.kind === 'choice') return [filter.options.find(({ value }) => value === first)?.label, rest];
  return <ReferenceName useName={filter.useName} id={first} rest={rest} />;
}

type ReferenceNameProps = { useName: (id: string) => string; id: string; rest: string | false };

const ReferenceName = ({ useName, id, rest }: ReferenceNameProps) => [useName(id), rest];

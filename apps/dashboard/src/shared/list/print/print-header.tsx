import { formatNumber } from '@/shared/format/count.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import type { ListItem } from '../definition.ts';
import { ChipValue, getActiveFilters } from '../filters/filter-chips.tsx';
import type { ListModel } from '../use-list.ts';
import { useIsPrinting } from './use-is-printing.ts';

/** Header of a printed list: state, filters, number of rows and print time. */
export function PrintHeader<Item extends ListItem>({ list }: { list: ListModel<Item> }) {
  const { formatMoment } = useDates();
  const { definition, states, address, items, total, isMore } = list;
  const tab = definition.tabs.find((one) => String(one.states) === String(states));
  const search = address.get('search');
  if (!useIsPrinting()) return null;
  return (
    <div>
      {tab && <span>{tab.label}. </span>}
      {getActiveFilters(list).map((filter) => (
        <span key={filter.name}>
          {filter.label}: <ChipValue filter={filter} address={address} />.{' '}
        </span>
      ))}
      {search && <span>Поиск: «{search}». </span>}
      <span>
        Строк: {formatNumber(items.length)}
        {total !== undefined && ` из ${formatNumber(total, isMore)}`}. Напечатано{' '}
        {formatMoment(new Date().toISOString())}
      </span>
    </div>
  );
}

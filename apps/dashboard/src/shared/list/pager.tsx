import { Group, NativeSelect, Text } from '@mantine/core';
import { formatNumber } from '../format/count.ts';
import { formatMoney } from '../format/money.ts';
import { PageButtons } from '../ui/page-buttons.tsx';
import type { ListItem } from './definition.ts';
import classes from './list.module.css';
import type { ListModel } from './use-list.ts';

/** Lists with up to this number of rows fit on the smallest page and have no paging buttons. */
const SMALL = 25;
const SIZES = [String(SMALL), '50', '100'].map((value) => ({ value, label: `По ${value}` }));

/** Row range of the current page, total amount and page buttons. */
export function Pager<Item extends ListItem>({ list }: { list: ListModel<Item> }) {
  const { address, definition, items, total, totalKop, isMore, pageSize, next, previous } = list;
  const { totalLabel } = definition;
  const number = Math.max(1, Number(address.get('page')) || 1);
  const first = (number - 1) * pageSize + 1;
  const last = first + items.length - 1;
  const goToPage = (cursor: string, step: number) => {
    const to = number + step;
    address.change({ cursor, page: to > 1 ? String(to) : null, id: null });
  };
  return (
    <nav aria-label="Страницы" className={classes['foot']}>
      <Text role="status">
        {[...new Set([first, last])].map((row) => formatNumber(row)).join('–')}
        {total !== undefined && ` из ${formatNumber(Math.max(total, last), isMore)}`}
        {totalLabel && totalKop !== undefined && ` · ${totalLabel}: ${formatMoney(totalKop)}`}
      </Text>
      {((total ?? 0) > SMALL || next !== null || previous !== null) && (
        <Group gap="xs">
          <NativeSelect
            aria-label="Строк на странице"
            data={SIZES}
            value={String(pageSize)}
            onChange={({ currentTarget: { value } }) => address.change({ page_size: value })}
          />
          <PageButtons previous={previous} next={next} onPageChange={goToPage} hasArrows />
        </Group>
      )}
    </nav>
  );
}

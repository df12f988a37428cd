import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { formatNumber } from '../format/count.ts';
import { IconChevronLeft, IconChevronRight } from '../ui/icons.ts';
import type { Listed } from './definition.ts';
import classes from './list.module.css';
import type { ListModel } from './use-list.ts';

/** Up to here one page of the smallest size holds everything: there is nothing to turn. */
const SMALL = 25;
const SIZES = [String(SMALL), '50', '100'].map((value) => ({ value, label: `По ${value}` }));

/** Where in the list this page is, and the ways on and back: the API knows cursors, not page numbers. */
export function Pager<Item extends Listed>({ list }: { list: ListModel<Item> }) {
  const { address, items, total, pageSize, next, previous } = list;
  const number = Math.max(1, Number(address.get('page')) || 1);
  const first = (number - 1) * pageSize + 1;
  const last = first + items.length - 1;
  const turn = (cursor: string | null, to: number) => ({
    disabled: cursor === null,
    onClick: () => address.change({ cursor, page: to > 1 ? String(to) : null, id: null }),
  });
  return (
    <nav aria-label="Страницы" className={classes['foot']}>
      <Text role="status">
        {[...new Set([first, last])].map(formatNumber).join('–')}
        {total !== undefined && ` из ${formatNumber(Math.max(total, last))}`}
      </Text>
      {((total ?? 0) > SMALL || next !== null || previous !== null) && (
        <Group gap="xs">
          <NativeSelect
            aria-label="Строк на странице"
            data={SIZES}
            value={String(pageSize)}
            onChange={({ currentTarget: { value } }) => address.change({ page_size: value })}
          />
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={16} stroke={1.75} aria-hidden />}
            {...turn(previous, number - 1)}
          >
            Назад
          </Button>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={16} stroke={1.75} aria-hidden />}
            {...turn(next, number + 1)}
          >
            Вперед
          </Button>
        </Group>
      )}
    </nav>
  );
}

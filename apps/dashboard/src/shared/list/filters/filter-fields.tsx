import { Button, Group, Stack } from '@mantine/core';
import { formatCount } from '@/shared/format/count.ts';
import type { ListDefinition, ListItem } from '../definition.ts';
import type { ListModel } from '../use-list.ts';
import { FilterField } from './filter-field.tsx';

type FilterFieldsProps = {
  list: Pick<ListModel<ListItem>, 'address' | 'criteria' | 'total' | 'isMore' | 'resetChanges'> & {
    definition: Pick<ListDefinition<ListItem>, 'filters' | 'noun'>;
  };
  onClose: () => void;
};

/** All filters of a list. The button shows the number of matching rows. */
export default function FilterFields({ list, onClose }: FilterFieldsProps) {
  const { address, definition, criteria, total, isMore, resetChanges } = list;
  return (
    <Stack gap="md">
      {definition.filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} address={address} />
      ))}
      <Group gap="xs" justify="space-between">
        <Button
          variant="subtle"
          onClick={() => address.change(resetChanges)}
          disabled={Object.keys(criteria).length === 0}
        >
          Сбросить
        </Button>
        <Button onClick={onClose}>
          {total === undefined ? 'Показать' : `Показать: ${formatCount(total, definition.noun, isMore)}`}
        </Button>
      </Group>
    </Stack>
  );
}

import { Button, Group, Stack } from '@mantine/core';
import { countOf } from '../../format/count.ts';
import type { ListDefinition, Listed } from '../definition.ts';
import type { ListModel } from '../use-list.ts';
import { FilterField } from './filter-field.tsx';

type FilterFieldsProps = {
  list: Pick<ListModel<Listed>, 'address' | 'narrowing' | 'total' | 'isMore' | 'widened'> & {
    definition: Pick<ListDefinition<Listed>, 'filters' | 'noun'>;
  };
  onClose: () => void;
};

/** All filters of a list. The button shows the number of matching rows. */
export default function FilterFields({ list, onClose }: FilterFieldsProps) {
  const { address, definition, narrowing, total, isMore, widened } = list;
  return (
    <Stack gap="md">
      {definition.filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} address={address} />
      ))}
      <Group gap="xs" justify="space-between">
        <Button
          variant="subtle"
          onClick={() => address.change(widened)}
          disabled={Object.keys(narrowing).length === 0}
        >
          Сбросить
        </Button>
        <Button onClick={onClose}>
          {total === undefined ? 'Показать' : `Показать ${countOf(total, definition.noun, isMore)}`}
        </Button>
      </Group>
    </Stack>
  );
}

import { useLocalStorage } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { ListDefinition, ListItem } from '../definition.ts';
import type { Address } from '../use-address.ts';

export type Density = 'normal' | 'dense';
type StoredView = { columns?: string; density?: string };

/** Columns and density of a list. The URL overrides the choice in local storage. */
export function useListView<Item extends ListItem>(
  { name, columns }: ListDefinition<Item>,
  address: Address,
) {
  const [stored = {}, store] = useLocalStorage<StoredView>({
    key: `list_${name}`,
    getInitialValueInEffect: false,
  });
  const columnNames = address.get('columns') || stored.columns;
  const { others, selectedNames, selectedColumns } = useMemo(() => {
    const [first, ...others] = columns;
    const selectedNames =
      columnNames?.split(',') ?? others.filter((one) => !one.isOptional).map((one) => one.name);
    const selectedColumns = columns.filter((one) => one === first || selectedNames.includes(one.name));
    return { others, selectedNames, selectedColumns };
  }, [columns, columnNames]);
  const density: Density = (address.get('density') || stored.density) === 'dense' ? 'dense' : 'normal';
  const [hiddenColumns, setHiddenColumns] = useState('');
  const update = (choice: StoredView) => {
    store({ ...stored, ...choice });
    address.change(choice);
  };
  return {
    columns: selectedColumns,
    selectableColumns: others,
    selectedNames,
    /** Selected columns that do not fit the table. */
    hiddenColumns: hiddenColumns.split(','),
    setHiddenColumns,
    /** Ignores an empty selection, so that at least two columns stay visible. */
    selectColumns: (names: string[]) => {
      if (names.length > 0) update({ columns: String(names) });
    },
    density,
    selectDensity: (next: Density) => update({ density: next }),
  };
}

import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import { useElementWidth } from '@/shared/ui/viewport/use-element-width.ts';
import type { ListDefinition, ListItem } from '../definition.ts';
import { useIsPrinting } from '../print/use-is-printing.ts';
import type { Address } from '../use-address.ts';
import { fitColumns } from './fit-columns.ts';

export type Density = 'normal' | 'dense';
type StoredView = { columns?: string; density?: string };

/** Columns and density of a list. The URL overrides the choice in local storage. Columns that do not fit the table are hidden. */
export function useListView<Item extends ListItem>(
  { name, columns }: ListDefinition<Item>,
  address: Address,
  isSelectable: boolean,
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
  const [tableRef, width] = useElementWidth<HTMLDivElement>();
  // On paper all columns fit, because lines wrap.
  const tableWidth = useIsPrinting() ? 0 : width;
  const fitted = useMemo(() => {
    const fittedColumns = fitColumns(selectedColumns, tableWidth, isSelectable);
    const hidden = selectedColumns.filter((column) => !fittedColumns.columns.includes(column));
    return { ...fittedColumns, hiddenColumns: new Set(hidden.map((column) => column.name)) };
  }, [selectedColumns, tableWidth, isSelectable]);
  const update = (choice: StoredView) => {
    store({ ...stored, ...choice });
    address.change(choice);
  };
  return {
    /** Selected columns that fit, their widths in rem, and the names of those that do not fit. */
    ...fitted,
    /** Ref of the element that limits the width of the table. */
    tableRef,
    selectableColumns: others,
    selectedNames,
    /** Ignores an empty selection, so that at least two columns stay visible. */
    selectColumns: (names: string[]) => {
      if (names.length > 0) update({ columns: String(names) });
    },
    density,
    selectDensity: (next: Density) => update({ density: next }),
  };
}

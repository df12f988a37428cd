import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import type { ListDefinition, Listed } from '../definition.ts';
import type { Address } from '../use-address.ts';

export type Density = 'normal' | 'dense';
type Remembered = { columns?: string; density?: string };

/** Columns and density of a list. The URL overrides the choice in local storage. */
export function useListView<Item extends Listed>({ name, columns }: ListDefinition<Item>, address: Address) {
  const [remembered = {}, remember] = useLocalStorage<Remembered>({
    key: `list_${name}`,
    getInitialValueInEffect: false,
  });
  const [first, ...others] = columns;
  const written = address.get('columns') || remembered.columns;
  const chosen = written?.split(',') ?? others.filter((one) => !one.isOptional).map((one) => one.name);
  const density: Density = (address.get('density') || remembered.density) === 'dense' ? 'dense' : 'normal';
  const [unfit, setUnfit] = useState('');
  const choose = (choice: Remembered) => {
    remember({ ...remembered, ...choice });
    address.change(choice);
  };
  return {
    columns: columns.filter((column) => column === first || chosen.includes(column.name)),
    choosable: others,
    chosen,
    /** Selected columns that do not fit the table. */
    unfit: unfit.split(','),
    noteUnfit: setUnfit,
    /** Ignores an empty selection, so that at least two columns stay visible. */
    chooseColumns: (names: string[]) => {
      if (names.length > 0) choose({ columns: String(names) });
    },
    density,
    chooseDensity: (next: Density) => choose({ density: next }),
  };
}

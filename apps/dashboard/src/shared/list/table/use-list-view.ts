import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import type { ListDefinition, Listed } from '../definition.ts';
import type { Address } from '../use-address.ts';

export type Density = 'normal' | 'dense';
type Remembered = { columns?: string; density?: string };

/** Columns and density of a list: as the address says, else as was last chosen here. */
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
    /** Chosen columns that the table has no room for. */
    unfit: unfit.split(','),
    noteUnfit: setUnfit,
    /** At least one stays beside the first. */
    chooseColumns: (names: string[]) => {
      if (names.length > 0) choose({ columns: String(names) });
    },
    density,
    chooseDensity: (next: Density) => choose({ density: next }),
  };
}

import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Filter, Option } from '../definition.ts';
import type { Address } from '../use-address.ts';

const PAUSE_MS = 300;

type ReferenceFieldProps = { filter: Extract<Filter, { kind: 'reference' }>; address: Address };

/** Filter by related objects. The server searches, because there are too many for a list. */
export function ReferenceField({ filter, address }: ReferenceFieldProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  const found = filter.useOptions(search);
  const chosen = address.listOf(filter.name);
  const [seen, setSeen] = useState<readonly Option[]>([]);
  const known = [...found, ...seen];
  const named = chosen.map((value) => known.find((one) => one.value === value) ?? { value, label: '…' });
  return (
    <MultiSelect
      label={filter.label}
      placeholder={chosen.length === 0 ? 'Все' : undefined}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...new Map([...named, ...found].map((one) => [one.value, one])).values()]}
      value={chosen}
      onChange={(values) => {
        setSeen(named.concat(known.filter(({ value }) => values.includes(value))));
        address.change({ [filter.name]: values });
      }}
      nothingFoundMessage="Ничего не найдено"
      hidePickedOptions
      comboboxProps={{ withinPortal: false }}
    />
  );
}

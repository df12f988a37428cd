import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Filter, Option } from '../definition.ts';
import type { Address } from '../use-address.ts';

const DEBOUNCE_MS = 300;

type ReferenceFieldProps = { filter: Extract<Filter, { kind: 'reference' }>; address: Address };

/** Filter by related objects. The server searches, because there are too many for a list. */
export function ReferenceField({ filter, address }: ReferenceFieldProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, DEBOUNCE_MS);
  const foundOptions = filter.useOptions(search);
  const selectedIds = address.getList(filter.name);
  const [previousOptions, setPreviousOptions] = useState<readonly Option[]>([]);
  const knownOptions = [...foundOptions, ...previousOptions];
  const selectedOptions = selectedIds.map(
    (value) => knownOptions.find((one) => one.value === value) ?? { value, label: '…' },
  );
  return (
    <MultiSelect
      label={filter.label}
      placeholder={selectedIds.length === 0 ? 'Все' : undefined}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      data={[...new Map([...selectedOptions, ...foundOptions].map((one) => [one.value, one])).values()]}
      value={selectedIds}
      onChange={(values) => {
        setPreviousOptions(
          selectedOptions.concat(knownOptions.filter(({ value }) => values.includes(value))),
        );
        address.change({ [filter.name]: values });
      }}
      nothingFoundMessage="Ничего не найдено"
      hidePickedOptions
      comboboxProps={{ withinPortal: false }}
    />
  );
}

import { Checkbox, Group } from '@mantine/core';
import type { Filter } from '../definition.ts';
import type { Address } from '../use-address.ts';
import { DayField } from './day-field.tsx';
import { PeriodField } from './period-field.tsx';
import { ReferenceField } from './reference-field.tsx';

export function FilterField({ filter, address }: { filter: Filter; address: Address }) {
  if (filter.kind === 'period') return <PeriodField filter={filter} address={address} />;
  if (filter.kind === 'day') return <DayField filter={filter} address={address} />;
  if (filter.kind === 'reference') return <ReferenceField filter={filter} address={address} />;
  return (
    <Checkbox.Group
      label={filter.label}
      value={address.getList(filter.name)}
      onChange={(values) => address.change({ [filter.name]: values })}
    >
      <Group gap="sm" mt="xs">
        {filter.options.map(({ value, label }) => (
          <Checkbox key={value} value={value} label={label} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

import { Center, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconLayoutKanban, IconTable } from '../ui/icons.ts';
import { useIsNarrow } from '../ui/use-viewport.ts';
import type { Address } from './use-address.ts';

const VIEWS = [
  { value: 'table', name: 'Таблица', icon: IconTable },
  { value: 'board', name: 'Доска', icon: IconLayoutKanban },
];

/** Rows or columns: the same things either way. */
export function BoardSwitch({ address }: { address: Address }) {
  const height = useIsNarrow() ? 30 : 20;
  return (
    <SegmentedControl
      aria-label="Вид"
      data={VIEWS.map(({ value, name, icon: Icon }) => ({
        value,
        label: (
          <Center h={height} title={name}>
            <Icon size={16} stroke={1.75} aria-hidden />
            <VisuallyHidden>{name}</VisuallyHidden>
          </Center>
        ),
      }))}
      value={address.get('view') === 'board' ? 'board' : 'table'}
      onChange={(view) => address.change({ view: view === 'board' ? view : null, id: null })}
    />
  );
}

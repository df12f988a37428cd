import { ActionIcon, Center, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconLayoutKanban, IconTable } from '../ui/icons.ts';
import { useIsNarrow } from '../ui/viewport/use-viewport.ts';
import type { Address } from './use-address.ts';

const VIEWS = [
  { value: 'table', name: 'Таблица', icon: IconTable },
  { value: 'board', name: 'Доска', icon: IconLayoutKanban },
] as const;

/** Switch between table and board. On a phone it is one button. */
export function BoardSwitch({ address }: { address: Address }) {
  const isNarrow = useIsNarrow();
  const isBoard = address.get('view') === 'board';
  const show = (view: string) => address.change({ view: view === 'board' ? view : null, id: null });
  if (isNarrow) {
    const { value, name, icon: Icon } = VIEWS[isBoard ? 0 : 1];
    return (
      <ActionIcon variant="default" size={36} aria-label={name} onClick={() => show(value)}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <SegmentedControl
      aria-label="Вид"
      data={VIEWS.map(({ value, name, icon: Icon }) => ({
        value,
        label: (
          <Center h={20} title={name}>
            <Icon size={16} stroke={1.75} aria-hidden />
            <VisuallyHidden>{name}</VisuallyHidden>
          </Center>
        ),
      }))}
      value={isBoard ? 'board' : 'table'}
      onChange={show}
    />
  );
}

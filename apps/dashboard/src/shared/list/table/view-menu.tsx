import { ActionIcon, Checkbox, Popover, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { IconColumns3 } from '@/shared/ui/icons.ts';
import type { ListItem } from '../definition.ts';
import type { ListModel } from '../use-list.ts';
import type { Density } from './use-list-view.ts';

const DENSITIES = [
  { value: 'normal' as Density, label: 'Обычная' },
  { value: 'dense' as Density, label: 'Плотная' },
];

/** Menu for columns and density. */
export function ViewMenu<Item extends ListItem>({ list: { view } }: { list: ListModel<Item> }) {
  const [isOpen, setOpen] = useState(false);
  const toggle = () => setOpen(!isOpen);
  return (
    <Popover position="bottom-end" trapFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <ActionIcon onClick={toggle} variant="default" size={36} aria-label="Столбцы и плотность">
          <IconColumns3 size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Checkbox.Group label="Столбцы" value={view.selectedNames} onChange={view.selectColumns}>
            <Stack gap="xs" mt="xs">
              {view.selectableColumns.map(({ name, label }) => (
                <Checkbox
                  key={name}
                  value={name}
                  label={label}
                  description={view.hiddenColumns.has(name) ? 'Не помещается на экране' : undefined}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <Text fw={600} id="density">
            Строки
          </Text>
          <SegmentedControl
            aria-labelledby="density"
            data={DENSITIES}
            value={view.density}
            onChange={view.selectDensity}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

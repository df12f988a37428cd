import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Button, Drawer, Group, Popover, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { countOf } from '../format/count.ts';
import { IconAdjustmentsHorizontal } from '../ui/icons.ts';
import { useIsNarrow } from '../ui/use-width.ts';
import type { Listed } from './definition.ts';
import { FilterField } from './filter-field.tsx';
import type { ListModel } from './use-list.ts';

/** The filters: a popover, or a sheet from below where the screen is narrow. They take effect as they are chosen. */
export function FilterMenu<Item extends Listed>({ list }: { list: ListModel<Item> }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const isNarrow = useIsNarrow();
  const { address, definition, total } = list;
  const inForce = Object.keys(list.narrowing).filter((name) => name !== 'search').length;
  const button = (
    <Button
      variant="default"
      onClick={toggle}
      aria-expanded={isOpen}
      leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />}
    >
      Фильтры{inForce > 0 && `\u00a0${inForce}`}
    </Button>
  );
  const fields = (
    <Stack gap="md">
      {definition.filters.map((filter) => (
        <FilterField key={filter.name} filter={filter} address={address} />
      ))}
      <Group gap="xs" justify="space-between">
        <Button variant="subtle" onClick={() => address.change(list.widened)} disabled={inForce === 0}>
          Сбросить
        </Button>
        <Button onClick={close}>
          {total === undefined ? 'Показать' : `Показать ${countOf(total, definition.noun)}`}
        </Button>
      </Group>
    </Stack>
  );
  if (isNarrow)
    return (
      <>
        {button}
        <Drawer position="bottom" size="auto" opened={isOpen} onClose={close} title="Фильтры">
          {fields}
        </Drawer>
      </>
    );
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      onChange={(opened) => !opened && close()}
      width={360}
      position="bottom-start"
      shadow="sm"
      trapFocus
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>{fields}</Popover.Dropdown>
    </Popover>
  );
}

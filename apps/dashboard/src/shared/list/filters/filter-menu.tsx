import { Button, Center, Drawer, Loader, Popover } from '@mantine/core';
import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { Dropdown } from '../../ui/dropdown/dropdown.tsx';
import { useMade } from '../../ui/dropdown/use-made.ts';
import { IconAdjustmentsHorizontal } from '../../ui/icons.ts';
import { useIsNarrow } from '../../ui/viewport/use-viewport.ts';
import type { Listed } from '../definition.ts';
import classes from '../list.module.css';
import type { ListModel } from '../use-list.ts';

const FilterFields = lazy(() => import('./filter-fields.tsx'));

const coming = (
  <Center h={240}>
    <Loader size="sm" />
  </Center>
);

/** Predicate: «Esc» pressed in what opened itself, and not in a list or a calendar that stands open over it. */
function isOwnEscape({ key, target, currentTarget }: KeyboardEvent): boolean {
  if (key !== 'Escape' || !(target instanceof Element)) return false;
  const isOver = target.closest('.mantine-Popover-dropdown') !== currentTarget;
  return !isOver && target.getAttribute('aria-expanded') !== 'true';
}

/** The filters: a popover, or a sheet from below where the screen is narrow. They take effect as they are chosen. */
export function FilterMenu<Item extends Listed>({ list }: { list: ListModel<Item> }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { isMade, opened } = useMade(isOpen);
  const isNarrow = useIsNarrow();
  const inForce = Object.keys(list.narrowing).filter((name) => name !== 'search').length;
  const count = inForce > 0 && `\u00a0${inForce}`;
  const icon = <IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />;
  const fields = (
    <Suspense fallback={coming}>
      <FilterFields list={list} onClose={close} />
    </Suspense>
  );
  if (isNarrow)
    return (
      <>
        <Button
          variant="default"
          px="sm"
          miw="2.75rem"
          onClick={() => setOpen(true)}
          aria-label={`Фильтры${count || ''}`}
        >
          {icon}
          {count}
        </Button>
        {isMade && (
          <Drawer
            position="bottom"
            classNames={{ content: classes['filters'] ?? '', inner: classes['filtersInner'] ?? '' }}
            opened={opened}
            onClose={close}
            title="Фильтры"
          >
            {fields}
          </Drawer>
        )}
      </>
    );
  return (
    <Dropdown
      kind={Popover}
      position="bottom-start"
      width={360}
      trapFocus
      returnFocus
      closeOnEscape={false}
      isOpen={isOpen}
      onChange={setOpen}
      button={
        <Button variant="default" leftSection={icon}>
          Фильтры{count}
        </Button>
      }
    >
      <Popover.Dropdown aria-label="Фильтры" onKeyDown={(event) => isOwnEscape(event) && close()}>
        {fields}
      </Popover.Dropdown>
    </Dropdown>
  );
}

import { Button, Center, Drawer, Loader, Popover } from '@mantine/core';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { Dropdown } from '../../ui/dropdown/dropdown.tsx';
import { useMade } from '../../ui/dropdown/use-made.ts';
import { IconAdjustmentsHorizontal } from '../../ui/icons.ts';
import { useIsNarrow } from '../../ui/viewport/use-viewport.ts';
import type { Listed } from '../definition.ts';
import classes from '../list.module.css';
import type { ListModel } from '../use-list.ts';

export const loadFilters = () => import('./filter-fields.tsx');
const FilterFields = lazy(loadFilters);

const coming = (
  <Center h={240}>
    <Loader size="sm" />
  </Center>
);

/** Whether Esc was pressed in the popover itself, not in a dropdown or calendar that is open above it. */
function isOwnEscape({ key, target, currentTarget }: KeyboardEvent): boolean {
  if (key !== 'Escape' || !(target instanceof Element)) return false;
  const isOver = target.closest('.mantine-Popover-dropdown') !== currentTarget;
  return !isOver && target.getAttribute('aria-expanded') !== 'true';
}

/** Filters in a popover, or in a bottom drawer on a narrow screen. They apply immediately. */
export function FilterMenu<Item extends Listed>({ list }: { list: ListModel<Item> }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const isNarrow = useIsNarrow();
  const inForce = Object.keys(list.narrowing).filter((name) => name !== 'search').length;
  const count = inForce > 0 && `\u00a0${inForce}`;
  const icon = <IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />;
  const fields = <FilterFields list={list} onClose={close} />;
  if (isNarrow)
    return (
      <>
        <Button
          variant="default"
          px="sm"
          miw="2.75rem"
          onClick={() => setOpen(true)}
          aria-label={`Фильтры${count || ''}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          className={classes['filtersButton']}
        >
          {icon}
          {count}
        </Button>
        <Sheet isOpen={isOpen} onClose={close}>
          {fields}
        </Sheet>
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
        <Suspense fallback={coming}>{fields}</Suspense>
      </Popover.Dropdown>
    </Dropdown>
  );
}

type SheetProps = { isOpen: boolean; onClose: () => void; children: ReactNode };

/** Bottom drawer. It opens once its content is loaded and rendered, so that its height does not change and the button stays responsive. */
function Sheet({ isOpen, onClose, children }: SheetProps) {
  const { isMade, opened } = useMade(isOpen);
  const isDrawn = useDeferredValue(opened);
  return (
    isMade && (
      <Drawer
        position="bottom"
        classNames={{ content: classes['filters'] ?? '', inner: classes['filtersInner'] ?? '' }}
        opened={opened && isDrawn}
        onClose={onClose}
        title="Фильтры"
      >
        {children}
      </Drawer>
    )
  );
}

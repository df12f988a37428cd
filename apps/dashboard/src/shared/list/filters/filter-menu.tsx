import { Button, Center, Drawer, Loader, Popover } from '@mantine/core';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { IconAdjustmentsHorizontal } from '@/shared/ui/icons.ts';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import type { ListItem } from '../definition.ts';
import classes from '../list.module.css';
import type { ListModel } from '../use-list.ts';
import { countActiveFilters } from './filter-chips.tsx';

export const loadFilterFields = () => import('./filter-fields.tsx');
const FilterFields = lazy(loadFilterFields);

const loader = (
  <Center h={240}>
    <Loader size="sm" />
  </Center>
);

/** Whether Esc was pressed in the popover itself, not in a dropdown or calendar that is open above it. */
function isOwnEscape({ key, target, currentTarget }: KeyboardEvent): boolean {
  if (key !== 'Escape' || !(target instanceof Element)) return false;
  const isNested = target.closest('[role="dialog"]') !== currentTarget;
  return !isNested && target.getAttribute('aria-expanded') !== 'true';
}

/** Filters in a popover, or in a bottom drawer on a narrow screen. They apply immediately. */
export function FilterMenu<Item extends ListItem>({ list }: { list: ListModel<Item> }) {
  const [isOpen, setOpen] = useState(false);
  const toggle = () => setOpen(!isOpen);
  const close = () => setOpen(false);
  const isNarrow = useIsNarrow();
  const activeCount = countActiveFilters(list);
  const count = activeCount > 0 && `\u00a0${activeCount}`;
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
        <FilterDrawer isOpen={isOpen} onClose={close}>
          {fields}
        </FilterDrawer>
      </>
    );
  return (
    <Popover
      position="bottom-start"
      width={360}
      trapFocus
      returnFocus
      closeOnEscape={false}
      opened={isOpen}
      onChange={setOpen}
    >
      <Popover.Target>
        <Button onClick={toggle} variant="default" leftSection={icon}>
          Фильтры{count}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Фильтры" onKeyDown={(event) => isOwnEscape(event) && close()}>
        <Suspense fallback={loader}>{fields}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

type FilterDrawerProps = { isOpen: boolean; onClose: () => void; children: ReactNode };

/** Bottom drawer. It opens once its content is loaded and rendered, so that its height does not change and the button stays responsive. */
function FilterDrawer({ isOpen, onClose, children }: FilterDrawerProps) {
  const isRendered = useDeferredValue(isOpen);
  return (
    <Drawer
      position="bottom"
      classNames={{ content: classes['filters'] ?? '', inner: classes['filtersInner'] ?? '' }}
      opened={isOpen && isRendered}
      onClose={onClose}
      title="Фильтры"
    >
      {children}
    </Drawer>
  );
}

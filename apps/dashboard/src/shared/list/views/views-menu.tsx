import { ActionIcon, Popover } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { IconBookmark } from '@/shared/ui/icons.ts';
import type { ListItem } from '../definition.ts';
import type { ListModel } from '../use-list.ts';

const ViewList = lazy(() => import('./view-list.tsx'));

/** Button that opens the saved views of a list. */
export function ViewsMenu<Item extends ListItem>({ list }: { list: ListModel<Item> }) {
  const [isOpen, setOpen] = useState(false);
  const toggle = () => setOpen(!isOpen);
  return (
    <Popover position="bottom-end" width={304} trapFocus returnFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <ActionIcon onClick={toggle} variant="default" size={36} aria-label="Сохраненные виды">
          <IconBookmark size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<TextSkeleton lines={3} />}>
          <ViewList list={list as unknown as ListModel<ListItem>} onDone={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

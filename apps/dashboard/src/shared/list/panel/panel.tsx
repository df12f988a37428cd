import { Alert, Button, Drawer, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { SHORTCUTS } from '@/shared/shortcuts/shortcuts.ts';
import { ErrorBoundary } from '@/shared/ui/feedback/error-boundary.tsx';
import { useDocumentFlag } from '@/shared/ui/viewport/use-document-flag.ts';
import { useIsNarrow, useIsWide } from '@/shared/ui/viewport/use-viewport.ts';
import type { ListItem } from '../definition.ts';
import type { ListModel } from '../use-list.ts';
import classes from './panel.module.css';
import { PanelContext, PanelFrame, type PanelNavigation } from './panel-frame.tsx';

type PanelProps<Item extends ListItem> = { list: ListModel<Item>; children: ReactNode };

/** Side panel of the open row: next to the table on a wide screen, over it on a narrower one, full screen on a phone. */
export function Panel<Item extends ListItem>({ list, children }: PanelProps<Item>) {
  const isNarrow = useIsNarrow();
  const isWide = useIsWide();
  const navigation = getNavigation(list);
  const content = useRef<HTMLDivElement>(null);
  useEscape(() => content.current, navigation.onClose);
  // Another row renders again after a crash.
  const contained = (
    <ErrorBoundary key={list.openId} fallback={(retry) => <PanelCrash onRetry={retry} />}>
      {children}
    </ErrorBoundary>
  );
  if (isWide)
    return (
      <PanelContext value={navigation}>
        <Aside onClose={navigation.onClose}>{contained}</Aside>
      </PanelContext>
    );
  return (
    <PanelContext value={navigation}>
      <Drawer.Root
        opened
        onClose={navigation.onClose}
        position="right"
        size={isNarrow ? '100%' : 480}
        // Mantine would handle Esc before a dialog that is open above the drawer.
        closeOnEscape={false}
      >
        <Drawer.Overlay />
        <Drawer.Content ref={content} aria-label="Подробности">
          <Drawer.Body p={0}>{contained}</Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </PanelContext>
  );
}

/** In place of a panel that crashes. The list stays usable. */
const PanelCrash = ({ onRetry }: { onRetry: () => void }) => (
  <PanelFrame title="Подробности">
    <Alert role="alert" color="red" title="Подробности не открылись">
      <Stack gap="sm" align="start">
        Список на месте. Повторите; если не поможет, обновите страницу или напишите в техподдержку.
        <Button variant="default" onClick={onRetry}>
          Повторить
        </Button>
      </Stack>
    </Alert>
  </PanelFrame>
);

function getNavigation<Item extends ListItem>({
  address,
  items,
  openId,
  rowFocus,
}: ListModel<Item>): PanelNavigation {
  const index = items.findIndex(({ id }) => id === openId);
  const open = (item: Item | undefined) =>
    index === -1 || item === undefined ? null : () => address.change({ id: item.id }, { replace: true });
  return {
    onClose: () => {
      address.change({ id: null });
      if (openId !== null) rowFocus.focus(openId);
    },
    onPrevious: open(items[index - 1]),
    onNext: open(items[index + 1]),
  };
}

/** Calls `onEscape` when Esc is pressed in the given element or when no element is focused. Esc in a dialog above is ignored. */
const useEscape = (within: () => Element | null | undefined, onEscape: () => void) =>
  useHotkeys(
    [
      [
        SHORTCUTS.closePanel.hotkey,
        ({ target }) => {
          const container = within();
          if (container && (target === document.body || container.contains(target as Node))) onEscape();
        },
        { preventDefault: false },
      ],
    ],
    [],
    true,
  );

/** Side panel next to the table. It is not modal: the table stays usable, and Esc closes the panel from the table too. */
function Aside({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const aside = useRef<HTMLElement>(null);
  useEscape(() => aside.current?.closest('main'), onClose);
  useDocumentFlag('data-has-side-panel', true);
  return (
    <aside ref={aside} aria-label="Подробности" className={classes['aside']} data-side-panel>
      {children}
    </aside>
  );
}

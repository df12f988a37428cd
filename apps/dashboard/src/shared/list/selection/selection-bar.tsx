import { ActionBar, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '@/shared/format/count.ts';
import { useIsLow, useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

/** Props of a bulk action component. */
export type BulkProps = { selection: Selection; total: number | undefined };

type SelectionBarProps = {
  selection: Selection;
  /** Number of rows that match the filter. Without it, the bar does not offer to select all of them. */
  total?: number | undefined;
  /** Replaces the number of selected rows. */
  summary?: ReactNode;
  children: ReactNode;
  /** Keeps the bar open and hides the selection controls during an action. */
  isBusy?: boolean;
};

/** `z-index` below the dialogs that the buttons open. */
const LAYER = 199;

/** Bulk actions for the selected rows, in a bar at the bottom of the page. */
export function SelectionBar({
  selection,
  total,
  summary = `Выбрано ${formatNumber(selection.count)}`,
  children,
  isBusy = false,
}: SelectionBarProps) {
  const isNarrow = useIsNarrow();
  const isLow = useIsLow();
  return (
    <ActionBar
      zIndex={LAYER}
      withinPortal={!isLow}
      position={{ bottom: isNarrow ? 0 : 24, left: 0, right: 0 }}
      opened={isBusy || selection.count > 0}
      onClose={isBusy ? () => {} : selection.clear}
      aria-label="Действия с выбранными"
      className={classes['bar']}
      transitionProps={{ duration: 120 }}
    >
      {!isBusy && (
        <>
          <Group gap="xs" className={classes['summary'] ?? ''}>
            <Text role="status">{summary}</Text>
            {!selection.isAll &&
              total !== undefined &&
              total > selection.count &&
              selection.isPageSelected && (
                <Button size="compact-sm" variant="subtle" onClick={selection.selectAll}>
                  Выбрать все {formatNumber(total)} по фильтру
                </Button>
              )}
          </Group>
          <ActionBar.Divider className={classes['divider'] ?? ''} />
        </>
      )}
      {children}
      {!isBusy && <ActionBar.CloseButton aria-label="Снять выбор" className={classes['close'] ?? ''} />}
    </ActionBar>
  );
}

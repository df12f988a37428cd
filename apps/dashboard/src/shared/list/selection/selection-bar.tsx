import { ActionBar, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '../../format/count.ts';
import { useIsNarrow } from '../../ui/use-viewport.ts';
import classes from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

/** What a list hands to those who act on many of its rows. */
export type BulkProps = { selection: Selection; total: number | undefined };

type SelectionBarProps = {
  selection: Selection;
  /** Rows under the filter, all of which may be chosen; left out: those ticked alone. */
  total?: number | undefined;
  /** In place of the number of rows. */
  summary?: ReactNode;
  children: ReactNode;
  /** While it works on what was chosen, the bar stays and chooses nothing else. */
  isBusy?: boolean;
};

/** Under the dialogs that its buttons open. */
const LAYER = 199;

/** What can be done with the rows that are ticked, floating over the foot of the page. */
export const SelectionBar = ({
  selection,
  total,
  summary = `Выбрано ${formatNumber(selection.count)}`,
  children,
  isBusy = false,
}: SelectionBarProps) => (
  <ActionBar
    zIndex={LAYER}
    position={{ bottom: useIsNarrow() ? 0 : 24, left: 0, right: 0 }}
    opened={isBusy || selection.count > 0}
    onClose={isBusy ? () => {} : selection.clear}
    aria-label="Действия с выбранными"
    className={classes['bar']}
    transitionProps={{ duration: 120 }}
  >
    {!isBusy && (
      <>
        <Group gap="xs">
          <Text role="status">{summary}</Text>
          {!selection.isAll && total !== undefined && total > selection.count && selection.isPageSelected && (
            <Button size="compact-sm" variant="subtle" onClick={selection.selectAll}>
              Выбрать все {formatNumber(total)} по фильтру
            </Button>
          )}
        </Group>
        <ActionBar.Divider />
      </>
    )}
    {children}
    {!isBusy && <ActionBar.CloseButton aria-label="Снять выбор" />}
  </ActionBar>
);

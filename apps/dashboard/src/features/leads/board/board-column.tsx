import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Text } from '@mantine/core';
import type { Lead, LeadStatus } from '@referral-dashboard/api-contract';
import { useEffect, useId, useRef, useState } from 'react';
import { statusLabels } from '@/entities/status/labels.ts';
import type { ListModel } from '@/shared/list/use-list.ts';
import { updateScroller } from '@/shared/ui/side-scroller.tsx';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import type { AnyLead } from '../lead.ts';
import classes from './column.module.css';
import { ColumnCards } from './column-cards.tsx';
import { ColumnHeader } from './column-header.tsx';
import { acceptsLead, createColumnData, getDraggedLead } from './drag-data.ts';

/** Columns of closed leads start collapsed. */
const CLOSED_STATUSES: readonly LeadStatus[] = ['lost', 'rejected', 'duplicate'];

type BoardColumnProps = {
  state: LeadStatus;
  list: ListModel<AnyLead>;
  /** Total reward of the leads, kopecks. Undefined while it loads. */
  sumKop: number | undefined;
  dragged: Lead | null;
  movingId: string | null;
  onMove: (lead: Lead, to: LeadStatus) => void;
};

/** Column of leads with one status. It accepts a dragged lead only if the lead can move to this status. */
export function BoardColumn({ state, list, sumKop, dragged, movingId, onMove }: BoardColumnProps) {
  const column = useRef<HTMLElement>(null);
  const id = useId();
  const [isDragOver, setDragOver] = useState(false);
  const isNarrow = useIsNarrow();
  const [isOpenByUser, setOpenByUser] = useState<boolean>();
  const isOpen = isOpenByUser ?? (isNarrow ? state === 'new' : !CLOSED_STATUSES.includes(state));
  // When the list is filtered by status, the remaining columns are always expanded.
  const canCollapse = list.states.length === 0 && (isNarrow || CLOSED_STATUSES.includes(state));
  const isCollapsed = canCollapse && !isOpen;
  useEffect(() => {
    if (!column.current) return;
    return dropTargetForElements({
      element: column.current,
      getData: () => createColumnData(state),
      canDrop: ({ source }) => acceptsLead(state, getDraggedLead(source) as Lead),
      onDragEnter: () => setDragOver(true),
      onDragLeave: () => setDragOver(false),
      onDrop: () => setDragOver(false),
    });
  }, [state]);
  useEffect(() => void updateScroller(column.current), [isCollapsed]);

  const isDropForbidden = dragged !== null && !acceptsLead(state, dragged);
  return (
    <section
      ref={column}
      aria-labelledby={id}
      className={classes['column']}
      data-collapsed={isCollapsed || undefined}
      data-accepts={(dragged && !isDropForbidden && dragged.status !== state) || undefined}
      data-rejects={isDropForbidden || undefined}
      data-over={isDragOver || undefined}
    >
      <ColumnHeader
        id={id}
        state={state}
        count={list.sumCounts([state])}
        isMore={list.isMore}
        sumKop={sumKop}
        isCollapsed={isCollapsed}
        onToggle={canCollapse ? () => setOpenByUser(!isOpen) : undefined}
      />
      {isDropForbidden && (
        <Text className={classes['reason']}>Из «{statusLabels.lead[dragged.status]}» сюда нельзя</Text>
      )}
      {!isCollapsed && (
        <ColumnCards
          state={state}
          list={list}
          draggedId={dragged?.id ?? null}
          movingId={movingId}
          onMove={onMove}
        />
      )}
    </section>
  );
}

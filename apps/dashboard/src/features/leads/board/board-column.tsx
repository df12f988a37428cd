import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Text } from '@mantine/core';
import type { Lead, LeadStatus } from '@referral-dashboard/api-contract';
import { useEffect, useId, useRef, useState } from 'react';
import { statusLabels } from '../../../entities/status/labels.ts';
import type { ListModel } from '../../../shared/list/use-list.ts';
import { lookAgain } from '../../../shared/ui/side-scroller.tsx';
import { useIsNarrow } from '../../../shared/ui/viewport/use-viewport.ts';
import type { AnyLead } from '../lead.ts';
import classes from './board.module.css';
import { ColumnCards } from './column-cards.tsx';
import { ColumnHead } from './column-head.tsx';
import { columnData, draggedLead, takes } from './drag.ts';

/** Columns of closed leads start collapsed. */
const CLOSED: readonly LeadStatus[] = ['lost', 'rejected', 'duplicate'];

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
  const [isOver, setOver] = useState(false);
  const isNarrow = useIsNarrow();
  const [isChosen, choose] = useState<boolean>();
  const isOpen = isChosen ?? (isNarrow ? state === 'new' : !CLOSED.includes(state));
  // When the list is filtered by status, the remaining columns are always expanded.
  const canFold = list.states.length === 0 && (isNarrow || CLOSED.includes(state));
  const isFolded = canFold && !isOpen;
  useEffect(() => {
    if (!column.current) return;
    return dropTargetForElements({
      element: column.current,
      getData: () => columnData(state),
      canDrop: ({ source }) => takes(state, draggedLead(source) as Lead),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    });
  }, [state]);
  useEffect(() => void lookAgain(column.current), [isFolded]);

  const isRefused = dragged !== null && !takes(state, dragged);
  return (
    <section
      ref={column}
      aria-labelledby={id}
      className={classes['column']}
      data-folded={isFolded || undefined}
      data-takes={(dragged && !isRefused && dragged.status !== state) || undefined}
      data-refuses={isRefused || undefined}
      data-over={isOver || undefined}
    >
      <ColumnHead
        id={id}
        state={state}
        count={list.countOf([state])}
        isMore={list.isMore}
        sumKop={sumKop}
        isFolded={isFolded}
        onFold={canFold ? () => choose(!isOpen) : undefined}
      />
      {isRefused && (
        <Text className={classes['reason']}>Из «{statusLabels.lead[dragged.status]}» сюда нельзя</Text>
      )}
      {!isFolded && (
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

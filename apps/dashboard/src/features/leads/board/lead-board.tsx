import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Alert } from '@mantine/core';
import {
  getStates,
  type Lead,
  type LeadStatus,
  leadRoutes,
  stateMachines,
} from '@referral-dashboard/api-contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import type { ListModel } from '@/shared/list/use-list.ts';
import { LoadProblem } from '@/shared/ui/feedback/load-problem.tsx';
import { SideScroller } from '@/shared/ui/side-scroller.tsx';
import type { AnyLead } from '../lead.ts';
import { useTransitionWithDialog } from '../transition/use-transition-with-dialog.tsx';
import classes from './board.module.css';
import { BoardColumn } from './board-column.tsx';
import { getColumnStatus, getDraggedLead } from './drag-data.ts';

/** Width of a column and its gap, px. */
const COLUMN_WIDTH = 204;
const SCROLLER_CLASSES = {
  container: classes['scrollArea'] ?? '',
  content: classes['columns'] ?? '',
  control: classes['aside'] ?? '',
};

/** Leads in columns by status. A drag or a card menu starts the same transition as the lead panel. */
export default function LeadBoard({ list }: { list: ListModel<AnyLead> }) {
  const { start, conflict, failure, running, dialog } = useTransitionWithDialog();
  const [dragged, setDragged] = useState<Lead | null>(null);
  const counts = useApiQuery(
    leadRoutes.leadCounts,
    { query: { ...list.criteria, sums: 'true' } },
    { keepPrevious: true },
  );
  const states = getStates(stateMachines.lead).filter(
    (state) => list.states.length === 0 || list.states.includes(state),
  );

  const handleDrop = useEffectEvent((lead: Lead | null, to: LeadStatus | undefined) => {
    setDragged(null);
    if (lead && to && lead.status !== to) start(lead, to);
  });
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => setDragged(getDraggedLead(source)),
        onDrop: ({ source, location }) =>
          handleDrop(getDraggedLead(source), getColumnStatus(location.current.dropTargets[0])),
      }),
    [],
  );

  const title = conflict ?? failure?.title;
  if (counts.isError && !counts.data) return <LoadProblem read={counts} title="Не удалось загрузить доску" />;
  return (
    <>
      {title && (
        <Alert role="alert" color={conflict ? 'amber' : 'red'} title={title}>
          {conflict ? 'Доска показывает то, что сохранено.' : failure?.advice}
        </Alert>
      )}
      <SideScroller
        draggable={false}
        scrollAmount={COLUMN_WIDTH}
        className={classes['board'] ?? ''}
        classNames={SCROLLER_CLASSES}
      >
        {states.map((state) => (
          <BoardColumn
            key={state}
            state={state}
            list={list}
            sumKop={counts.data?.sums?.[state]}
            dragged={dragged}
            movingId={running?.id ?? null}
            onMove={start}
          />
        ))}
      </SideScroller>
      {dialog}
    </>
  );
}

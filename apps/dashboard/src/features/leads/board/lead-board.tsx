import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Alert } from '@mantine/core';
import {
  type Lead,
  type LeadStatus,
  leadRoutes,
  stateMachines,
  statesOf,
} from '@referral-dashboard/api-contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { useRead } from '../../../shared/api/use-read.ts';
import type { ListModel } from '../../../shared/list/use-list.ts';
import { LoadProblem } from '../../../shared/ui/feedback/load-problem.tsx';
import { SideScroller } from '../../../shared/ui/side-scroller.tsx';
import type { AnyLead } from '../lead.ts';
import { useStartTransition } from '../transition/use-start-transition.tsx';
import classes from './board.module.css';
import { BoardColumn } from './board-column.tsx';
import { draggedLead, stateOfColumn } from './drag.ts';

/** Width of a column and its gap, px. */
const COLUMN = 204;
const STRIP = {
  container: classes['strip'] ?? '',
  content: classes['columns'] ?? '',
  control: classes['aside'] ?? '',
};

/** Leads in columns by status. A drag or a card menu starts the same transition as the lead panel. */
export default function LeadBoard({ list }: { list: ListModel<AnyLead> }) {
  const { start, conflict, failure, running, dialog } = useStartTransition();
  const [dragged, setDragged] = useState<Lead | null>(null);
  const counts = useRead(
    leadRoutes.leadCounts,
    { query: { ...list.narrowing, sums: 'true' } },
    { keepPrevious: true },
  );
  const states = statesOf(stateMachines.lead).filter(
    (state) => list.states.length === 0 || list.states.includes(state),
  );

  const drop = useEffectEvent((lead: Lead | null, to: LeadStatus | undefined) => {
    setDragged(null);
    if (lead && to && lead.status !== to) start(lead, to);
  });
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => setDragged(draggedLead(source)),
        onDrop: ({ source, location }) =>
          drop(draggedLead(source), stateOfColumn(location.current.dropTargets[0])),
      }),
    [],
  );

  const problem = conflict ?? failure?.title;
  if (counts.isError && !counts.data) return <LoadProblem read={counts} title="Не удалось загрузить доску" />;
  return (
    <>
      {problem && (
        <Alert role="alert" color={conflict ? 'amber' : 'red'} title={problem}>
          {conflict ? 'Доска показывает то, что сохранено.' : failure?.advice}
        </Alert>
      )}
      <SideScroller
        draggable={false}
        scrollAmount={COLUMN}
        className={classes['board'] ?? ''}
        classNames={STRIP}
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

import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Alert } from '@mantine/core';
import { type Lead, type LeadStatus, leadRoutes, machines, statesOf } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useRead } from '../../../shared/api/use-read.ts';
import { type ErrorSentence, errorSentence } from '../../../shared/errors/sentence.ts';
import type { ListModel } from '../../../shared/list/use-list.ts';
import { LoadProblem } from '../../../shared/ui/feedback/load-problem.tsx';
import type { AnyLead } from '../lead.ts';
import { type Move, moveTo } from '../transition/transitions.ts';
import { useLeadMove } from '../transition/use-lead-transition.ts';
import classes from './board.module.css';
import { BoardColumn } from './board-column.tsx';
import { draggedLead, stateOfColumn } from './drag.ts';

const MoveDialog = lazy(() => import('../transition/transition-dialog.tsx'));

type Asked = { lead: Lead; step: Move };

/** Leads in columns by state. Dragging one, or its menu, is the same move as in the panel, with the same questions. */
export default function LeadBoard({ list }: { list: ListModel<AnyLead> }) {
  const { move, conflict, moving } = useLeadMove();
  const [dragged, setDragged] = useState<Lead | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [failure, setFailure] = useState<ErrorSentence | null>(null);
  const counts = useRead(
    leadRoutes.leadCounts,
    { query: { ...list.narrowing, sums: 'true' } },
    { keepPrevious: true },
  );
  const states = statesOf(machines.lead).filter(
    (state) => list.states.length === 0 || list.states.includes(state),
  );

  const start = (lead: Lead, to: LeadStatus) => {
    const step = moveTo(to, lead.status);
    setFailure(null);
    if (step.asks) setAsked({ lead, step });
    else move(lead, to).catch((error: unknown) => setFailure(errorSentence(error, 'Статус не изменен')));
  };
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
      <div className={classes['board']}>
        {states.map((state) => (
          <BoardColumn
            key={state}
            state={state}
            list={list}
            sumKop={counts.data?.sums?.[state]}
            dragged={dragged}
            movingId={moving?.id ?? null}
            onMove={start}
          />
        ))}
      </div>
      <Suspense fallback={null}>
        {asked && (
          <MoveDialog
            move={asked.step}
            from={asked.lead.status}
            subject={`${asked.lead.number} ${asked.lead.name}`}
            lead={asked.lead}
            onMove={(given) => move(asked.lead, asked.step.to, given)}
            onClose={() => setAsked(null)}
          />
        )}
      </Suspense>
    </>
  );
}

import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { type Lead, type LeadStatus, leadRoutes } from '@referral-dashboard/api-contract';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { statusLabels } from '../../../entities/status/labels.ts';
import { useRead } from '../../../shared/api/use-read.ts';
import { formatNumber } from '../../../shared/format/count.ts';
import type { ListModel } from '../../../shared/list/use-list.ts';
import { useIsNarrow } from '../../../shared/ui/use-viewport.ts';
import { type AnyLead, isWhole } from '../lead.ts';
import classes from './board.module.css';
import { BoardCard } from './board-card.tsx';
import { ColumnHead } from './column-head.tsx';
import { columnData, draggedLead, takes } from './drag.ts';

/** Done with: a strip until somebody opens it. */
const CLOSED: readonly LeadStatus[] = ['lost', 'rejected', 'duplicate'];
const SHOWN = 25;

type BoardColumnProps = {
  state: LeadStatus;
  list: ListModel<AnyLead>;
  /** Rewards of its leads; not known at first. */
  sumKop: number | undefined;
  dragged: Lead | null;
  movingId: string | null;
  onMove: (lead: Lead, to: LeadStatus) => void;
};

/** One state: how many, what they bring, the latest of them, and whether what is dragged may go there. */
export function BoardColumn({ state, list, sumKop, dragged, movingId, onMove }: BoardColumnProps) {
  const column = useRef<HTMLElement>(null);
  const id = useId();
  const [isOver, setOver] = useState(false);
  const isNarrow = useIsNarrow();
  const [isChosen, choose] = useState<boolean>();
  const isOpen = isChosen ?? (isNarrow ? state === 'new' : !CLOSED.includes(state));
  // One that a tab asks for is there to be seen.
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
      {!isFolded && <Cards state={state} list={list} movingId={movingId} onMove={onMove} />}
    </section>
  );
}

function Cards({ state, list, movingId, onMove }: Omit<BoardColumnProps, 'dragged' | 'sumKop'>) {
  const { narrowing, ordering, address } = list;
  const query = { ...narrowing, ordering, status: state, page_size: String(SHOWN) };
  const { data, isError, refetch } = useRead(
    leadRoutes.leads,
    { query: query as object },
    { keepPrevious: true },
  );
  const leads: readonly AnyLead[] = data?.results ?? [];
  const count = list.countOf([state]) ?? SHOWN;
  const left = count - leads.length;
  if (isError)
    return (
      <div role="alert">
        <Text>Не удалось загрузить лиды</Text>
        <Button variant="default" size="compact-sm" mt="xs" onClick={() => void refetch()}>
          Повторить
        </Button>
      </div>
    );
  if (data === undefined)
    return Array.from({ length: Math.min(SHOWN, count) }, (_, card) => (
      <Skeleton key={card} className={classes['coming']} />
    ));
  return (
    <>
      <ul className={classes['cards']}>
        {leads.filter(isWhole).map((lead) => (
          <BoardCard key={lead.id} lead={lead} list={list} isMoving={lead.id === movingId} onMove={onMove} />
        ))}
      </ul>
      {leads.length === 0 && <Text c="dimmed">Пусто</Text>}
      {left > 0 && data.next && (
        <Anchor component={Link} to={address.after({ view: null, status: state })} size="sm">
          Еще {formatNumber(left, list.isMore)} в таблице
        </Anchor>
      )}
    </>
  );
}

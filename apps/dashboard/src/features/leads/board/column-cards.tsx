import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import type { LeadStatus } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { formatNumber } from '../../../shared/format/count.ts';
import { usePrinting } from '../../../shared/list/print/use-printing.ts';
import { useIsNarrow } from '../../../shared/ui/viewport/use-viewport.ts';
import classes from './board.module.css';
import { BoardCard } from './board-card.tsx';
import { FIRST, useColumn } from './use-column.ts';
import { type CardsProps, VirtualCards } from './virtual-cards.tsx';

type ColumnCardsProps = CardsProps & { state: LeadStatus };

/** Cards of a column in a virtual list. On phones and in print only the first page is rendered, with a link to the table view. */
export function ColumnCards({ state, list, draggedId, movingId, onMove }: ColumnCardsProps) {
  const column = useColumn(list, state);
  const isNarrow = useIsNarrow();
  const isPrinting = usePrinting();
  const { data, isError, isFetching, isFetchNextPageError, refetch, fetchNextPage } = column;
  const count = list.countOf([state]);
  const again = () => void (isFetchNextPageError ? fetchNextPage() : refetch());
  const problem = isError && (
    <div role="alert">
      <Text>Не удалось загрузить лиды</Text>
      <Button variant="default" size="compact-sm" mt="xs" onClick={again} loading={isFetching}>
        Повторить
      </Button>
    </div>
  );
  if (data === undefined)
    return (
      problem || (
        <div className={classes['shadows']}>
          {Array.from({ length: Math.min(FIRST, count ?? FIRST) }, (_, card) => (
            <Skeleton key={card} className={classes['coming']} />
          ))}
        </div>
      )
    );

  const cards = { list, onMove };
  const left = (count ?? 0) - data.first;
  return (
    <>
      {problem}
      {data.leads.length === 0 && <Text c="dimmed">Пусто</Text>}
      {isNarrow || isPrinting ? (
        <>
          <ul className={classes['cards']}>
            {data.leads.slice(0, data.first).map((lead) => (
              <li key={lead.id} className={classes['place']}>
                <BoardCard
                  lead={lead}
                  {...cards}
                  isMoving={lead.id === movingId}
                  readAt={column.dataUpdatedAt}
                />
              </li>
            ))}
          </ul>
          {left > 0 && data.goesOn && (
            <Anchor
              component={Link}
              to={list.address.after({ view: null, status: state })}
              size="sm"
              className={classes['rest']}
            >
              Еще {formatNumber(left, list.isMore)} в таблице
            </Anchor>
          )}
        </>
      ) : (
        // A new filter or sort order resets the scroll position.
        <VirtualCards
          key={JSON.stringify([list.narrowing, list.ordering])}
          {...cards}
          movingId={movingId}
          column={column}
          leads={data.leads}
          count={count}
          draggedId={draggedId}
        />
      )}
    </>
  );
}

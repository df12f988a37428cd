import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import type { LeadStatus } from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { formatNumber } from '@/shared/format/count.ts';
import { useIsPrinting } from '@/shared/list/print/use-is-printing.ts';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import { BoardCard } from './board-card.tsx';
import classes from './cards.module.css';
import { FIRST_PAGE_SIZE, useColumn } from './use-column.ts';
import { type CardsProps, VirtualCards } from './virtual-cards.tsx';

type ColumnCardsProps = CardsProps & { state: LeadStatus };

/** Cards of a column in a virtual list. On phones and in print only the first page is rendered, with a link to the table view. */
export function ColumnCards({ state, list, draggedId, movingId, onMove }: ColumnCardsProps) {
  const column = useColumn(list, state);
  const isNarrow = useIsNarrow();
  const isPrinting = useIsPrinting();
  const { data, isError, isFetching, isFetchNextPageError, refetch, fetchNextPage } = column;
  const count = list.sumCounts([state]);
  const retry = () => void (isFetchNextPageError ? fetchNextPage() : refetch());
  const alert = isError && (
    <div role="alert">
      <Text>Не удалось загрузить лиды</Text>
      <Button variant="default" size="compact-sm" mt="xs" onClick={retry} loading={isFetching}>
        Повторить
      </Button>
    </div>
  );
  if (data === undefined)
    return (
      alert || (
        <div className={classes['skeletons']}>
          {Array.from({ length: Math.min(FIRST_PAGE_SIZE, count ?? FIRST_PAGE_SIZE) }, (_, index) => (
            <Skeleton key={index} className={classes['skeleton']} />
          ))}
        </div>
      )
    );

  const cardProps = { list, onMove };
  const remainingCount = (count ?? 0) - data.firstPageCount;
  return (
    <>
      {alert}
      {data.leads.length === 0 && <Text c="dimmed">Пусто</Text>}
      {isNarrow || isPrinting ? (
        <>
          <ul className={classes['cards']}>
            {data.leads.slice(0, data.firstPageCount).map((lead) => (
              <li key={lead.id} className={classes['item']}>
                <BoardCard
                  lead={lead}
                  {...cardProps}
                  isMoving={lead.id === movingId}
                  fetchedAt={column.dataUpdatedAt}
                />
              </li>
            ))}
          </ul>
          {remainingCount > 0 && data.hasMore && (
            <Anchor
              component={Link}
              to={list.address.linkTo({ view: null, status: state })}
              size="sm"
              className={classes['rest']}
            >
              Еще {formatNumber(remainingCount, list.isMore)} в таблице
            </Anchor>
          )}
        </>
      ) : (
        // A new filter or sort order resets the scroll position.
        <VirtualCards
          key={JSON.stringify([list.criteria, list.ordering])}
          {...cardProps}
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

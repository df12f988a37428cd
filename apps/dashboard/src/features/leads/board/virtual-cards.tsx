import { Skeleton } from '@mantine/core';
import type { Lead, LeadStatus } from '@referral-dashboard/api-contract';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ListModel } from '@/shared/list/use-list.ts';
import type { AnyLead } from '../lead.ts';
import { BoardCard } from './board-card.tsx';
import classes from './cards.module.css';
import type { Column } from './use-column.ts';

/** Estimated height of a card and its gap, px. Measured heights replace it. */
const CARD_HEIGHT = 114;
/** Cards rendered outside the visible area on each side, so that keyboard focus can move to them. */
const OVERSCAN = 5;
/** Distance in cards from the last loaded card at which the next page is requested. */
const PREFETCH_DISTANCE = 8;

export type CardsProps = {
  list: ListModel<AnyLead>;
  draggedId: string | null;
  movingId: string | null;
  onMove: (lead: Lead, to: LeadStatus) => void;
};

type VirtualCardsProps = CardsProps & {
  column: Column;
  /** Loaded leads. */
  leads: readonly Lead[];
  /** Total number of leads, loaded or not. Undefined while it loads. */
  count: number | undefined;
};

/** Scrollable column that renders only the visible cards. */
export function VirtualCards({
  list,
  column,
  leads,
  count = 0,
  draggedId,
  movingId,
  onMove,
}: VirtualCardsProps) {
  const { hasNextPage, isFetching, isPlaceholderData, isFetchNextPageError, fetchNextPage } = column;
  const scroller = useRef<HTMLDivElement>(null);
  const [focusedCard, setFocusedCard] = useState({ id: '', index: 0 });
  const total = hasNextPage ? Math.max(count, leads.length + 1) : leads.length;

  const indexes = useMemo(() => new Map(leads.map(({ id }, index) => [id, index])), [leads]);
  // The focused, open and dragged cards stay mounted when scrolled out of view, to keep the focus and the drag.
  const pinnedIndexes = [focusedCard.id, list.openId, draggedId]
    .map((id) => indexes.get(id ?? ''))
    .filter((index) => index !== undefined);
  const extractRange = (range: Range) =>
    [...new Set([...defaultRangeExtractor(range), ...pinnedIndexes])].toSorted((a, b) => a - b);
  const getItemKey = useCallback((index: number) => leads[index]?.id ?? index, [leads]);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT,
    getItemKey,
    rangeExtractor: extractRange,
    overscan: OVERSCAN,
  });

  // `getVirtualItems()` updates `virtualizer.range`, so the range is read after it.
  const items = virtualizer.getVirtualItems();
  const isNearEnd = (virtualizer.range?.endIndex ?? 0) >= leads.length - PREFETCH_DISTANCE;
  const isIdle = !isFetching && !isPlaceholderData && !isFetchNextPageError;
  useEffect(() => {
    if (isNearEnd && hasNextPage && isIdle) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isIdle, leads.length, fetchNextPage]);

  // When the focused card leaves the column, the focus moves to the card at the same position, or to the previous one.
  const isFocusedCardRemoved = focusedCard.id !== '' && !indexes.has(focusedCard.id);
  useEffect(() => {
    if (!isFocusedCardRemoved || document.activeElement !== document.body) return;
    const candidates = [focusedCard.index, focusedCard.index - 1].map((index) =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row-link]`),
    );
    candidates.find((candidate) => candidate)?.focus({ preventScroll: true });
  }, [isFocusedCardRemoved, focusedCard.index]);

  return (
    <div ref={scroller} className={classes['scroller']}>
      <ul className={classes['cards']} style={{ height: virtualizer.getTotalSize() }} data-virtual>
        {items.map(({ key, index, start }) => {
          const lead = leads[index];
          const itemProps = { className: classes['item'], style: { transform: `translateY(${start}px)` } };
          if (lead === undefined)
            return (
              <li key={key} {...itemProps} aria-hidden>
                <Skeleton className={classes['skeleton']} />
              </li>
            );
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              {...itemProps}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={hasNextPage && list.isMore ? -1 : total}
              onFocus={() => setFocusedCard({ id: lead.id, index })}
            >
              <BoardCard
                lead={lead}
                list={list}
                isMoving={lead.id === movingId}
                fetchedAt={column.dataUpdatedAt}
                onMove={onMove}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

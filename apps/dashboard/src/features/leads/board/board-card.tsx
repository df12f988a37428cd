import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { Menu, Text } from '@mantine/core';
import type { Lead, LeadStatus } from '@referral-dashboard/api-contract';
import { memo, useEffect, useRef, useState } from 'react';
import { statusLabels } from '@/entities/status/labels.ts';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { RowLink } from '@/shared/list/table/row-link.tsx';
import type { ListModel } from '@/shared/list/use-list.ts';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import type { AnyLead } from '../lead.ts';
import { LeadAge } from '../lead-age.tsx';
import { getTransitions } from '../transition/transitions.ts';
import classes from './cards.module.css';
import { createLeadData } from './drag-data.ts';

type BoardCardProps = {
  lead: Lead;
  list: ListModel<AnyLead>;
  isMoving: boolean;
  /** Time when the list was fetched, Unix ms. A new value re-renders the memoized card, which updates its waiting time. */
  fetchedAt: number;
  onMove: (lead: Lead, to: LeadStatus) => void;
};

/** Lead card. Users move it by dragging, or with its menu, which also works with the keyboard. */
export const BoardCard = memo(function BoardCard({ lead, list, isMoving, onMove }: BoardCardProps) {
  const { formatDay } = useDates();
  const card = useRef<HTMLDivElement>(null);
  const canMove = useIsPermitted('transitionLead');
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    if (!card.current || !canMove) return;
    return draggable({
      element: card.current,
      getInitialData: () => createLeadData(lead),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [lead, canMove]);

  return (
    <div
      ref={card}
      className={classes['card']}
      data-dragged={isDragged || isMoving || undefined}
      data-open={lead.id === list.openId || undefined}
    >
      <div className={classes['pair']}>
        <RowLink list={list} item={lead} className={classes['name']}>
          {lead.name}
        </RowLink>
        {canMove && (
          <MoreMenu label={`Переместить: ${lead.number} ${lead.name}`} isQuiet>
            <Menu.Label>Переместить в</Menu.Label>
            {getTransitions(lead.status).map(({ to, isRefusal }) => (
              <Menu.Item key={to} onClick={() => onMove(lead, to)} {...(isRefusal && { color: 'red' })}>
                {statusLabels.lead[to]}
              </Menu.Item>
            ))}
          </MoreMenu>
        )}
      </div>
      <Text c="dimmed" lineClamp={2}>
        {lead.program.name}
      </Text>
      <div className={classes['pair']}>
        {lead.status === 'new' ? (
          <LeadAge lead={lead} />
        ) : (
          <Text c="dimmed" size="xs">
            {formatDay(lead.created_at)}
          </Text>
        )}
        {lead.reward && <span className={classes['sum']}>{formatMoney(lead.reward.amount_kop)}</span>}
      </div>
    </div>
  );
});

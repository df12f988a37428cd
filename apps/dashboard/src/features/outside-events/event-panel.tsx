import { Anchor, Text } from '@mantine/core';
import {
  OUTSIDE_EVENT_CHANNEL_LABELS,
  type OutsideEvent,
  outsideEventRoutes,
} from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { CLIENTS_VIEW } from '@/entities/lead/views.ts';
import { Status } from '@/entities/status/status.tsx';
import { StatusMeaning } from '@/entities/status/status-meaning.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatNumber } from '@/shared/format/count.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PanelFrame } from '@/shared/list/panel/panel-frame.tsx';
import { PanelPlaceholder } from '@/shared/list/panel/panel-placeholder.tsx';
import { createLocation, paths } from '@/shared/paths.ts';
import { Fact, Facts } from '@/shared/ui/facts.tsx';
import { EventActions } from './event-actions.tsx';
import { getEventTitle } from './event-title.ts';

const PANEL_TEXTS = { title: 'Событие', failed: 'Событие не открылось', missing: 'Такого события нет' };

/** One event: why it has its state, what it made, and the decisions about it. */
export default function EventPanel({ id, item }: { id: string; item: OutsideEvent | undefined }) {
  const eventQuery = useApiQuery(
    outsideEventRoutes.outsideEvent,
    { params: { id } },
    { placeholder: item, isLive: true },
  );
  const { data: event, error, refetch } = eventQuery;
  if (event === undefined)
    return <PanelPlaceholder error={error} onRetry={() => void refetch()} titles={PANEL_TEXTS} />;
  return (
    <PanelFrame
      number={OUTSIDE_EVENT_CHANNEL_LABELS[event.channel]}
      title={getEventTitle(event)}
      status={<Status kind="outside_event" state={event.state} isPill />}
    >
      {event.cause !== '' && <Text>{event.cause}</Text>}
      <StatusMeaning kind="outside_event" state={event.state} />
      <EventActions event={event} />
      <EventFacts event={event} />
    </PanelFrame>
  );
}

function EventFacts({ event }: { event: OutsideEvent }) {
  const { formatMoment } = useDates();
  const { lead, deal, sale, conflicted_at, next_attempt_at, attempts } = event;
  return (
    <Facts labelWidth={128}>
      <Fact label="Стадия">{deal?.stage}</Fact>
      <Fact label="Номер события">{event.external_id}</Fact>
      <Fact label="Лид">
        {lead && (
          <Anchor component={Link} to={createLocation(paths.leads, { id: lead.id })}>
            {lead.number}
          </Anchor>
        )}
      </Fact>
      <Fact label={event.kind === 'refund' ? 'Возврат' : 'Продажа'}>
        {sale && (
          <Anchor component={Link} to={createLocation(paths.leads, { view: CLIENTS_VIEW, id: sale.client })}>
            {sale.number}
          </Anchor>
        )}
      </Fact>
      <Fact label="Произошло">{formatMoment(event.occurred_at)}</Fact>
      <Fact label="Получено">{formatMoment(event.received_at)}</Fact>
      <Fact label="Попыток">{attempts > 0 && formatNumber(attempts)}</Fact>
      <Fact label="Следующая попытка">{next_attempt_at && formatMoment(next_attempt_at)}</Fact>
      <Fact label="С другими данными">
        {conflicted_at && `${formatMoment(conflicted_at)}, эти данные не применены`}
      </Fact>
    </Facts>
  );
}

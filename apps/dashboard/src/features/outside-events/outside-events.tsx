import {
  OUTSIDE_EVENT_CHANNEL_LABELS,
  OUTSIDE_EVENT_CHANNELS,
  OUTSIDE_EVENT_KIND_LABELS,
  OUTSIDE_EVENT_KINDS,
  OUTSIDE_EVENT_STATE_LABELS,
  OUTSIDE_EVENT_STATES,
  type OutsideEvent,
  outsideEventRoutes,
} from '@referral-dashboard/api-contract';
import { lazy, type ReactNode } from 'react';
import { Status } from '@/entities/status/status.tsx';
import type { Column, ListDefinition } from '@/shared/list/definition.ts';
import { List } from '@/shared/list/list.tsx';
import { Cell, MomentCell } from '@/shared/list/table/cell.tsx';
import { getEventDetail, getEventTitle } from './event-title.ts';

const EventPanel = lazy(() => import('./event-panel.tsx'));

const getMadeNumber = ({ lead, sale }: OutsideEvent) => lead?.number ?? sale?.number;
const OTHER_BODY = 'Приходило еще раз с другими данными, они не применены';

const columns: readonly Column<OutsideEvent>[] = [
  {
    name: 'event',
    label: 'Событие',
    priority: 1,
    cell: (event) => <Cell second={getEventDetail(event)}>{getEventTitle(event)}</Cell>,
  },
  {
    name: 'state',
    label: 'Статус',
    priority: 1,
    width: 11,
    cell: ({ state }) => <Status kind="outside_event" state={state} />,
  },
  {
    name: 'cause',
    label: 'Причина',
    priority: 3,
    width: 22,
    isFlexible: true,
    cell: ({ cause, conflicted_at }) => (
      <Cell second={cause !== '' && conflicted_at !== null && OTHER_BODY}>
        {cause || (conflicted_at !== null && OTHER_BODY)}
      </Cell>
    ),
  },
  { name: 'made', label: 'Результат', priority: 2, width: 7, cell: getMadeNumber },
  {
    name: 'channel',
    label: 'Откуда',
    priority: 2,
    width: 7,
    cell: ({ channel }) => OUTSIDE_EVENT_CHANNEL_LABELS[channel],
  },
  {
    name: 'received_at',
    label: 'Получено',
    ordering: 'received_at',
    priority: 1,
    width: 9,
    cell: ({ received_at }) => <MomentCell at={received_at} />,
  },
];

const eventList: ListDefinition<OutsideEvent> = {
  name: 'outside-events',
  noun: ['событие', 'события', 'событий'],
  page: outsideEventRoutes.outsideEvents,
  tabs: [],
  columns,
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'Статус',
      options: OUTSIDE_EVENT_STATES.map((state) => ({
        value: state,
        label: OUTSIDE_EVENT_STATE_LABELS[state],
      })),
    },
    {
      kind: 'choice',
      name: 'channel',
      label: 'Откуда',
      options: OUTSIDE_EVENT_CHANNELS.map((channel) => ({
        value: channel,
        label: OUTSIDE_EVENT_CHANNEL_LABELS[channel],
      })),
    },
    {
      kind: 'choice',
      name: 'kind',
      label: 'Событие',
      options: OUTSIDE_EVENT_KINDS.map((kind) => ({ value: kind, label: OUTSIDE_EVENT_KIND_LABELS[kind] })),
    },
  ],
  search: 'Номер события целиком',
  label: (event) => [getEventTitle(event), getEventDetail(event)].filter(Boolean).join(' '),
  card: (event, { formatDay, formatTime }) => ({
    title: getEventTitle(event),
    figure: getMadeNumber(event),
    note: [OUTSIDE_EVENT_CHANNEL_LABELS[event.channel], getEventDetail(event), event.cause]
      .filter(Boolean)
      .join(' · '),
    status: <Status kind="outside_event" state={event.state} />,
    time: `${formatDay(event.received_at)}, ${formatTime(event.received_at)}`,
  }),
  emptyState: {
    title: 'Событий пока нет',
    advice: 'Здесь появятся заявки, продажи и возвраты, которые пришлют ваш сайт, касса, CRM или файл',
  },
};

/** Events of other systems, newest first. */
export const OutsideEvents = ({ header }: { header: ReactNode }) => (
  <List definition={eventList} header={header} panel={EventPanel} />
);

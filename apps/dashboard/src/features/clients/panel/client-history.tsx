import { Text, Timeline } from '@mantine/core';
import { CLIENT_EVENT_LABELS, CLIENT_FIELD_LABELS, clientRoutes } from '@referral-dashboard/api-contract';
import type { ResponseOf } from '@/shared/api/call.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatChangedFields } from '@/shared/format/changed-fields.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PanelSection } from '@/shared/list/panel/panel-section.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import classes from '../clients.module.css';

type HistoryEvent = ResponseOf<typeof clientRoutes.clientHistory>['results'][number];

const getTitle = ({ kind, changed }: HistoryEvent) =>
  kind === 'update' && changed.length > 0
    ? `Изменено: ${formatChangedFields(changed, CLIENT_FIELD_LABELS)}`
    : CLIENT_EVENT_LABELS[kind];

/** Partners, lead, sale and amount of an event: «Смирнов Алексей → Волкова Анна», «П-12 · 15 000,00 ₽». */
const formatDetails = ({ transfer, lead, sale, amount_kop }: HistoryEvent) =>
  [
    [transfer?.from, transfer?.to].filter(Boolean).join(' → '),
    lead,
    sale,
    amount_kop !== null && formatMoney(amount_kop),
  ]
    .filter(Boolean)
    .join(' · ');

/** Events of a client, latest first. */
export function ClientHistory({ id }: { id: string }) {
  const { formatMoment } = useDates();
  const { data, error, refetch } = useApiQuery(clientRoutes.clientHistory, { params: { id } });
  const events = data?.results.toReversed() ?? [];
  return (
    <PanelSection label="История">
      {data === undefined &&
        (error ? (
          <PartProblem error={error} title="История не загрузилась" onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton lines={3} />
        ))}
      <Timeline bulletSize={12} lineWidth={2} active={events.length}>
        {events.map((event) => (
          <Timeline.Item key={event.id} title={getTitle(event)}>
            {formatDetails(event) && <Text>{formatDetails(event)}</Text>}
            {event.comment && <Text className={classes['pre']}>{event.comment}</Text>}
            <Text c="dimmed" size="xs">
              {[formatMoment(event.at), event.actor].filter(Boolean).join(' · ')}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </PanelSection>
  );
}

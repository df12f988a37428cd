import { Text, Timeline } from '@mantine/core';
import { leadRoutes } from '@referral-dashboard/api-contract';
import { statusLabels } from '../../../entities/status/labels.ts';
import type { AnswerOf } from '../../../shared/api/call.ts';
import { useRead } from '../../../shared/api/use-read.ts';
import { formatMoment } from '../../../shared/format/date.ts';
import { reasonName } from '../lead.ts';
import classes from '../leads.module.css';

type Event = AnswerOf<typeof leadRoutes.leadHistory>['results'][number];

const FIELDS: Record<string, string> = {
  name: 'имя',
  email: 'почта',
  company: 'компания',
  comment: 'комментарий',
  deal_amount_kop: 'сумма сделки',
};

function titleOf(event: Event): string {
  const { from_status, to_status } = event;
  if (from_status === null) return 'Лид создан';
  if (from_status !== to_status) return statusLabels.lead[to_status];
  const changed = 'changed' in event ? event.changed.map((field) => FIELDS[field] ?? field) : [];
  return `Изменено: ${changed.join(', ')}`;
}

/** History of a lead, latest first. */
export function LeadHistory({ id }: { id: string }) {
  const { data } = useRead(leadRoutes.leadHistory, { params: { id } });
  const events: readonly Event[] = data?.results ?? [];
  return (
    <section className={classes['section']} aria-label="История">
      <Text c="dimmed">История</Text>
      <Timeline bulletSize={12} lineWidth={2} active={events.length}>
        {events.toReversed().map((event) => (
          <Timeline.Item key={event.id} title={titleOf(event)}>
            {event.reason_code && <Text>{reasonName(event.reason_code)}</Text>}
            {'comment' in event && event.comment && <Text className={classes['pre']}>{event.comment}</Text>}
            <Text c="dimmed" size="xs">
              {[formatMoment(event.at), 'actor' in event && event.actor].filter(Boolean).join(' · ')}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </section>
  );
}

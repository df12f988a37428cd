import { Text, Timeline } from '@mantine/core';
import { type LeadComment, leadCommentRoutes, leadRoutes } from '@referral-dashboard/api-contract';
import { statusLabels } from '../../../entities/status/labels.ts';
import type { AnswerOf } from '../../../shared/api/call.ts';
import { usePermitted } from '../../../shared/api/permitted.tsx';
import { useRole } from '../../../shared/api/use-api.ts';
import { useRead } from '../../../shared/api/use-read.ts';
import { formatMoment } from '../../../shared/format/date.ts';
import { PartProblem } from '../../../shared/ui/feedback/part-problem.tsx';
import { reasonName } from '../lead.ts';
import classes from '../leads.module.css';
import { CommentWords } from './comment-words.tsx';
import { NewComment } from './new-comment.tsx';

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
  if (event.is_transfer) {
    if (!('transfer' in event) || event.transfer === null) return 'Лид передан вам';
    const { from, to } = event.transfer;
    return from ? `Передан: ${from.name} → ${to.name}` : `Передан партнеру ${to.name}`;
  }
  if (from_status !== to_status) return statusLabels.lead[to_status];
  const changed = 'changed' in event ? event.changed.map((field) => FIELDS[field] ?? field) : [];
  return `Изменено: ${changed.join(', ')}`;
}

const EventWords = ({ event }: { event: Event }) => (
  <>
    {event.reason_code && <Text>{reasonName(event.reason_code)}</Text>}
    {'comment' in event && event.comment && <Text className={classes['pre']}>{event.comment}</Text>}
    <Text c="dimmed" size="xs">
      {[formatMoment(event.at), 'actor' in event && event.actor].filter(Boolean).join(' · ')}
    </Text>
  </>
);

/** Merges events and comments, latest first. */
function inOrder(events: readonly Event[], comments: readonly LeadComment[]) {
  const items = [
    ...events.map((event) => ({
      id: event.id,
      at: event.at,
      title: titleOf(event),
      words: <EventWords event={event} />,
    })),
    ...comments.map((comment) => ({
      id: comment.id,
      at: comment.at,
      title: 'Комментарий',
      words: <CommentWords comment={comment} />,
    })),
  ];
  return items.sort((a, b) => a.at.localeCompare(b.at)).reverse();
}

/** History of a lead. Organizations also see and add comments. */
export function LeadHistory({ id }: { id: string }) {
  const isStaff = useRole() === 'organization';
  const reads = usePermitted('leadComments') && isStaff;
  const { data: history } = useRead(leadRoutes.leadHistory, { params: { id } });
  const {
    data: comments,
    error,
    refetch,
  } = useRead(leadCommentRoutes.leadComments, { params: { id } }, { enabled: reads });
  // Waits for both requests, so that the list does not shift when the second one completes.
  const isWhole = history !== undefined && (!reads || comments !== undefined || error !== null);
  const items = isWhole ? inOrder(history.results, comments?.results ?? []) : [];
  return (
    <section className={classes['section']} aria-label="История">
      <Text c="dimmed">{reads ? 'История и комментарии' : 'История'}</Text>
      {reads && <NewComment leadId={id} />}
      {error && !comments && (
        <PartProblem error={error} what="Комментарии не загрузились" onRetry={() => void refetch()} />
      )}
      <Timeline bulletSize={12} lineWidth={2} active={items.length}>
        {items.map((item) => (
          <Timeline.Item key={item.id} title={item.title}>
            {item.words}
          </Timeline.Item>
        ))}
      </Timeline>
    </section>
  );
}

import { Text, Timeline } from '@mantine/core';
import {
  LEAD_FIELD_LABELS,
  type LeadComment,
  leadCommentRoutes,
  leadRoutes,
} from '@referral-dashboard/api-contract';
import { statusLabels } from '@/entities/status/labels.ts';
import type { ResponseOf } from '@/shared/api/call.ts';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useRole } from '@/shared/api/use-api.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatChangedFields } from '@/shared/format/changed-fields.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PanelSection } from '@/shared/list/panel/panel-section.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { getReasonLabel } from '../lead.ts';
import classes from '../leads.module.css';
import { CommentContent } from './comment-content.tsx';
import { CreateCommentForm } from './create-comment-form.tsx';

type HistoryEvent = ResponseOf<typeof leadRoutes.leadHistory>['results'][number];

function getTitle(event: HistoryEvent): string {
  const { from_status, to_status } = event;
  if (from_status === null) return 'Лид создан';
  if (event.is_transfer) {
    if (!('transfer' in event) || event.transfer === null) return 'Лид передан вам';
    const { from, to } = event.transfer;
    return from ? `Передан: ${from.name} → ${to.name}` : `Передан партнеру ${to.name}`;
  }
  if (from_status !== to_status) return statusLabels.lead[to_status];
  return `Изменено: ${formatChangedFields('changed' in event ? event.changed : [], LEAD_FIELD_LABELS)}`;
}

function EventContent({ event }: { event: HistoryEvent }) {
  const { formatMoment } = useDates();
  return (
    <>
      {event.reason_code && <Text>{getReasonLabel(event.reason_code)}</Text>}
      {'comment' in event && event.comment && <Text className={classes['pre']}>{event.comment}</Text>}
      <Text c="dimmed" size="xs">
        {[formatMoment(event.at), 'actor' in event && event.actor].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

/** Merges events and comments, latest first. */
function mergeByTime(events: readonly HistoryEvent[], comments: readonly LeadComment[]) {
  const items = [
    ...events.map((event) => ({
      id: event.id,
      at: event.at,
      title: getTitle(event),
      content: <EventContent event={event} />,
    })),
    ...comments.map((comment) => ({
      id: comment.id,
      at: comment.at,
      title: 'Комментарий',
      content: <CommentContent comment={comment} />,
    })),
  ];
  return items.sort((a, b) => a.at.localeCompare(b.at)).reverse();
}

/** History of a lead. Organizations also see and add comments. */
export function LeadHistory({ id }: { id: string }) {
  const isOrganization = useRole() === 'organization';
  const canReadComments = useIsPermitted('leadComments') && isOrganization;
  const { data: history } = useApiQuery(leadRoutes.leadHistory, { params: { id } });
  const {
    data: comments,
    error,
    refetch,
  } = useApiQuery(leadCommentRoutes.leadComments, { params: { id } }, { enabled: canReadComments });
  // Waits for both requests, so that the list does not shift when the second one completes.
  const isLoaded = history !== undefined && (!canReadComments || comments !== undefined || error !== null);
  const items = isLoaded ? mergeByTime(history.results, comments?.results ?? []) : [];
  return (
    <PanelSection label="История" title={canReadComments ? 'История и комментарии' : 'История'}>
      {canReadComments && <CreateCommentForm leadId={id} />}
      {error && !comments && (
        <PartProblem error={error} title="Комментарии не загрузились" onRetry={() => void refetch()} />
      )}
      <Timeline bulletSize={12} lineWidth={2} active={items.length}>
        {items.map((item) => (
          <Timeline.Item key={item.id} title={item.title}>
            {item.content}
          </Timeline.Item>
        ))}
      </Timeline>
    </PanelSection>
  );
}

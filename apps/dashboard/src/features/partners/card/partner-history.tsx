import { Text, Timeline } from '@mantine/core';
import {
  type PartnerHistory as History,
  PARTNER_CHANGE_LABELS,
  partnerRoutes,
} from '@referral-dashboard/api-contract';
import { statusLabels } from '@/entities/status/labels.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatChangedFields } from '@/shared/format/changed-fields.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';

type HistoryEntry = History['results'][number];

function getTitle({ from_status, to_status, changed }: HistoryEntry): string {
  if (to_status === null) return `Изменены данные: ${formatChangedFields(changed, PARTNER_CHANGE_LABELS)}`;
  const label = statusLabels.partner[to_status];
  return from_status === null ? `Карточка создана: ${label}` : label;
}

/** Events of a partner, latest first. */
export function PartnerHistory({ id }: { id: string }) {
  const { formatMoment } = useDates();
  const { data, error, refetch } = useApiQuery(partnerRoutes.partnerHistory, { params: { id } });
  if (data === undefined)
    return error ? (
      <PartProblem error={error} title="История не загрузилась" onRetry={() => void refetch()} />
    ) : (
      <TextSkeleton lines={4} />
    );
  if (data.results.length === 0) return <Text c="dimmed">Событий пока нет</Text>;
  return (
    <Timeline bulletSize={12} lineWidth={2}>
      {data.results.map((entry) => (
        <Timeline.Item key={entry.id} title={getTitle(entry)}>
          {entry.reason && <Text>Причина: {entry.reason}</Text>}
          <Text c="dimmed" size="xs">
            {[formatMoment(entry.at), entry.actor].filter(Boolean).join(' · ')}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

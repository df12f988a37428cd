import { Paper } from '@mantine/core';
import { type Senders, senderRoutes } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';

type SendersSectionProps = {
  title: string;
  /** For example «Настройки почты не загрузились». */
  errorTitle: string;
  children: (senders: Senders) => ReactNode;
};

/** Section of the message sender settings. Owners only. */
export function SendersSection({ title, errorTitle, children }: SendersSectionProps) {
  const canReadSenders = useIsPermitted('senders');
  // The Telegram chat is linked in another window, so the data is refreshed.
  const { data, error, refetch } = useApiQuery(
    senderRoutes.senders,
    {},
    { enabled: canReadSenders, isLive: true },
  );
  if (!canReadSenders) return null;
  if (data) return children(data);
  return (
    <Paper withBorder p="lg" radius="lg" component="section" aria-label={title}>
      {error ? (
        <PartProblem error={error} title={errorTitle} onRetry={() => void refetch()} />
      ) : (
        <TextSkeleton lines={5} />
      )}
    </Paper>
  );
}

import { Skeleton, Stack } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { useRole } from '@/shared/api/use-api.ts';
import { DelayedSkeleton } from '@/shared/ui/feedback/delayed-skeleton.tsx';
import { PanelSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { EditorSkeleton } from '../form/editor-skeleton.tsx';
import { OverviewSkeleton } from '../overview/overview-skeleton.tsx';

const LOADING_LABEL = 'Программа загружается';

export function ProgramSkeleton() {
  const isOrganization = useRole() === 'organization';
  const [params] = useSearchParams();
  if (!isOrganization)
    return (
      <Stack gap="lg" maw="40rem" role="status" aria-label={LOADING_LABEL}>
        <PanelSkeleton height={190} lines={2} />
        <PanelSkeleton height={99} lines={1} />
        <PanelSkeleton height={225} lines={5} />
      </Stack>
    );
  const tab = params.get('tab');
  return (
    <DelayedSkeleton label={LOADING_LABEL}>
      <Skeleton height={12} width="16rem" maw="100%" mt="sm" mb="xl" />
      {tab === null ? (
        <OverviewSkeleton />
      ) : tab === 'terms' ? (
        <EditorSkeleton />
      ) : (
        <PanelSkeleton lines={8} />
      )}
    </DelayedSkeleton>
  );
}

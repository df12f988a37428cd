import { Skeleton, Stack } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { useRole } from '../../../shared/api/use-api.ts';
import { SheetBones } from '../../../shared/ui/feedback/text-skeleton.tsx';
import { EditorSkeleton } from './editor-skeleton.tsx';

const LABEL = 'Программа загружается';

/** A program to come, as whoever opens it will see it. */
export function ProgramToCome() {
  const isOrganization = useRole() === 'organization';
  const [params] = useSearchParams();
  if (!isOrganization)
    return (
      <Stack gap="lg" maw="45rem" role="status" aria-label={LABEL}>
        <SheetBones height={190} lines={2} />
        <SheetBones height={99} lines={1} />
        <SheetBones height={225} lines={5} />
      </Stack>
    );
  return (
    <div>
      <Skeleton height={12} width="16rem" maw="100%" mt="sm" mb="xl" />
      {params.has('tab') ? <SheetBones label={LABEL} lines={8} /> : <EditorSkeleton />}
    </div>
  );
}

import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

/** Sections of the form to come, where they will stand. */
export const EditorSkeleton = () => (
  <Stack gap="lg" maw="40rem">
    <VisuallyHidden role="status">Программа загружается</VisuallyHidden>
    {[320, 280, 420].map((height) => (
      <Skeleton key={height} height={height} radius="lg" />
    ))}
  </Stack>
);

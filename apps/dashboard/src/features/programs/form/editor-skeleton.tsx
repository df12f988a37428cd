import { Stack } from '@mantine/core';
import { PanelSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import classes from './program-editor.module.css';

export const EditorSkeleton = () => (
  <div role="status" aria-label="Программа загружается" className={classes['grid']}>
    <Stack gap="lg">
      <PanelSkeleton height={330} lines={6} />
      <PanelSkeleton height={280} lines={5} />
      <PanelSkeleton height={420} lines={8} />
    </Stack>
    <div className={classes['hiddenOnNarrow']}>
      <PanelSkeleton height={480} lines={8} />
    </div>
  </div>
);

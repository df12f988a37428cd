import { Stack } from '@mantine/core';
import { SheetBones } from '../../../shared/ui/feedback/text-skeleton.tsx';
import classes from '../form/program-editor.module.css';

/** The form and its preview to come, where they will stand. */
export const EditorSkeleton = () => (
  <div role="status" aria-label="Программа загружается" className={classes['grid']}>
    <Stack gap="lg">
      <SheetBones height={330} lines={6} />
      <SheetBones height={280} lines={5} />
      <SheetBones height={420} lines={8} />
    </Stack>
    <div className={classes['coming']}>
      <SheetBones height={480} lines={8} />
    </div>
  </div>
);

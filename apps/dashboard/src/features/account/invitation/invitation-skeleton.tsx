import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import classes from './invitation.module.css';

const Lines = ({ widths, height, space }: { widths: readonly number[]; height: number; space: number }) =>
  widths.map((width) => <Skeleton key={width} height={height} width={`${width}%`} my={space} />);

export const InvitationSkeleton = () => (
  <div className={classes['late']}>
    <VisuallyHidden role="status">Приглашение загружается</VisuallyHidden>
    <Stack gap="md" aria-hidden>
      <div>
        <Lines widths={[92, 34]} height={14} space={5} />
      </div>
      <Stack gap="xs">
        <Lines widths={[54, 66, 60]} height={12} space={4} />
      </Stack>
      <div>
        <Lines widths={[20, 96, 72, 94, 80]} height={10} space={5} />
        <Skeleton height={42} mt="xs" />
      </div>
      <Skeleton height={44} />
      <Skeleton height={12} width="64%" mx="auto" my={4} />
    </Stack>
  </div>
);

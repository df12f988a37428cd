import { Paper, Skeleton, Stack, type StackProps } from '@mantine/core';

/** Widths in percent. They vary like lines of text. */
const WIDTHS = [62, 48, 74, 56, 80, 44, 68, 52];

type TextSkeletonProps = Omit<StackProps, 'children'> & {
  lines: number;
  /** Status for screen readers. */
  label?: string;
};

export const TextSkeleton = ({ lines, label, ...stack }: TextSkeletonProps) => (
  <Stack gap="lg" {...(label && { role: 'status', 'aria-label': label })} {...stack}>
    {WIDTHS.slice(0, lines).map((width) => (
      <Skeleton key={width} height={12} width={`${width}%`} />
    ))}
  </Stack>
);

/** Skeleton of a panel with a heading and text. `height` is the minimum height in pixels. */
export const PanelSkeleton = ({
  height,
  ...text
}: Pick<TextSkeletonProps, 'lines' | 'label'> & { height?: number }) => (
  <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} mih={height ?? 0}>
    <Skeleton height={18} width="30%" mb="xl" />
    <TextSkeleton {...text} />
  </Paper>
);

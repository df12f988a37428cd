import { Paper, Skeleton, Stack, type StackProps } from '@mantine/core';

/** Percents: text has no even lines. */
const WIDTHS = [62, 48, 74, 56, 80, 44, 68, 52];

type TextSkeletonProps = Omit<StackProps, 'children'> & {
  lines: number;
  /** Name for screen readers. */
  label?: string;
};

/** Skeleton of lines of text. */
export const TextSkeleton = ({ lines, label, ...stack }: TextSkeletonProps) => (
  <Stack gap="lg" {...(label && { role: 'status', 'aria-label': label })} {...stack}>
    {WIDTHS.slice(0, lines).map((width) => (
      <Skeleton key={width} height={12} width={`${width}%`} />
    ))}
  </Stack>
);

/** Skeleton of a sheet: its heading and lines. `height` is the least it will have, in pixels. */
export const SheetSkeleton = ({
  height,
  ...text
}: Pick<TextSkeletonProps, 'lines' | 'label'> & { height?: number }) => (
  <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} mih={height ?? 0}>
    <Skeleton height={18} width="30%" mb="xl" />
    <TextSkeleton {...text} />
  </Paper>
);

import { Paper, Skeleton, Stack, type StackProps } from '@mantine/core';

/** Percents: text has no even lines. */
const WIDTHS = [62, 48, 74, 56, 80, 44, 68, 52];

type BonesProps = Omit<StackProps, 'children'> & {
  lines: number;
  /** Said to those who listen. */
  label?: string;
};

/** Lines of text to come. */
export const Bones = ({ lines, label, ...stack }: BonesProps) => (
  <Stack gap="lg" {...(label && { role: 'status', 'aria-label': label })} {...stack}>
    {WIDTHS.slice(0, lines).map((width) => (
      <Skeleton key={width} height={12} width={`${width}%`} />
    ))}
  </Stack>
);

/** A sheet to come: its heading and lines. `height` is what it will hardly be lower than, in pixels. */
export const SheetBones = ({
  height,
  ...bones
}: Pick<BonesProps, 'lines' | 'label'> & { height?: number }) => (
  <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }} mih={height ?? 0}>
    <Skeleton height={18} width="30%" mb="xl" />
    <Bones {...bones} />
  </Paper>
);

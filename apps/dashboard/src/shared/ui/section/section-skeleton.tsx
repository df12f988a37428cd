import { Skeleton } from '@mantine/core';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { Section } from './section.tsx';

type SectionSkeletonProps = {
  title: string;
  /** Number of rows under the title; omit for a chart. */
  rows?: number;
  /** Height of the chart, in pixels. */
  height?: number;
  /** The title has buttons next to it. */
  hasTools?: boolean;
};

/** Skeleton of a loading section, in its own grid cell. */
export const SectionSkeleton = ({
  title,
  rows = 0,
  height = 280,
  hasTools = false,
}: SectionSkeletonProps) => (
  <Section title={title} tools={hasTools && <Skeleton height={36} width={160} />}>
    {rows === 0 ? (
      <Skeleton height={height} />
    ) : (
      // Same row height as the loaded rows: 44 px.
      <TextSkeleton lines={rows} gap="2rem" py="xs" />
    )}
  </Section>
);

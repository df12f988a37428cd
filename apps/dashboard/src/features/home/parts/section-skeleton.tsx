import { Skeleton } from '@mantine/core';
import { TextSkeleton } from '../../../shared/ui/feedback/text-skeleton.tsx';
import { Section } from './section.tsx';

type SectionSkeletonProps = {
  title: string;
  /** Number of rows under the title; left out: a drawing. */
  rows?: number;
  /** Height of the drawing, in pixels. */
  height?: number;
  /** Buttons stand beside the title. */
  hasTools?: boolean;
};

/** The sheet of something that is on its way, in its own grid. */
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
      // Rows 44 px high, as those that come.
      <TextSkeleton lines={rows} gap="2rem" py="xs" />
    )}
  </Section>
);

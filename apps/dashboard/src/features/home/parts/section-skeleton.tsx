import { Skeleton } from '@mantine/core';
import { Bones } from '../../../shared/ui/feedback/text-skeleton.tsx';
import { Section } from './section.tsx';

type SectionToComeProps = {
  title: string;
  /** How many rows stand under the title; left out, something is drawn there. */
  rows?: number;
  /** Of what is drawn, in pixels. */
  height?: number;
  /** Whether something to press stands beside the title. */
  hasTools?: boolean;
};

/** The sheet of something that is on its way, in its own grid. */
export const SectionToCome = ({ title, rows = 0, height = 280, hasTools = false }: SectionToComeProps) => (
  <Section title={title} tools={hasTools && <Skeleton height={36} width={160} />}>
    {rows === 0 ? (
      <Skeleton height={height} />
    ) : (
      // Rows 44 px high, as those that come.
      <Bones lines={rows} gap="2rem" py="xs" />
    )}
  </Section>
);

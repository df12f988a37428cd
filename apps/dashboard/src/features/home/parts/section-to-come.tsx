import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { Section } from './section.tsx';

type SectionToComeProps = {
  title: string;
  /** Of what stands under the title, in pixels. */
  height: number;
  /** Whether something to press stands beside the title. */
  hasTools?: boolean;
};

/** The sheet of something that is on its way, as high as it will be. */
export const SectionToCome = ({ title, height, hasTools = false }: SectionToComeProps) => (
  <Section title={title} tools={hasTools && <Skeleton height={36} width={160} />}>
    <Skeleton height={height} />
  </Section>
);

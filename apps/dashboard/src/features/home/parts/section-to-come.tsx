import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import { Section } from './section.tsx';
import classes from './section-to-come.module.css';

type SectionToComeProps = {
  title: string;
  /** How many rows stand under the title; left out, something is drawn there. */
  rows?: number;
  /** Of what is drawn, in pixels. */
  height?: number;
  /** Whether something to press stands beside the title. */
  hasTools?: boolean;
};

const WIDTHS = [62, 48, 74, 56, 80];

/** The sheet of something that is on its way, in its own grid. */
export const SectionToCome = ({ title, rows = 0, height = 280, hasTools = false }: SectionToComeProps) => (
  <Section title={title} tools={hasTools && <Skeleton height={36} width={160} />}>
    {rows === 0 ? (
      <Skeleton height={height} />
    ) : (
      <div className={classes['rows']}>
        {WIDTHS.slice(0, rows).map((width) => (
          <Skeleton key={width} height={12} width={`${width}%`} />
        ))}
      </div>
    )}
  </Section>
);

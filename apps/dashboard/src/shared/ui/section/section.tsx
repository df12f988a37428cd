import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

type SectionProps = {
  title: string;
  children: ReactNode;
  /** Shown to the right of the title. */
  tools?: ReactNode;
};

/** Section of the home page. */
export function Section({ title, children, tools }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <div className={classes['head']}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {tools}
      </div>
      {children}
    </section>
  );
}

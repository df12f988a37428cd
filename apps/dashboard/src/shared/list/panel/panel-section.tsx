import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './panel.module.css';

type PanelSectionProps = {
  /** Name for screen readers. */
  label: string;
  /** Defaults to the label. `null` shows no title. */
  title?: string | null;
  /** Button at the end of the title line. */
  action?: ReactNode;
  children: ReactNode;
};

/** Section of a side panel, with a line above all but the first. */
export const PanelSection = ({ label, title = label, action, children }: PanelSectionProps) => (
  <section className={classes['section']} aria-label={label}>
    {title !== null && (
      <Group justify="space-between">
        <Text c="dimmed">{title}</Text>
        {action}
      </Group>
    )}
    {children}
  </section>
);

/** Main amount of a panel. */
export const PanelSum = ({ children }: { children: string }) => (
  <span className={classes['sum']}>{children}</span>
);

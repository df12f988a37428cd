import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** List of labels and values. `labelWidth` is in pixels. */
export const Facts = ({ labelWidth, children }: { labelWidth: number; children: ReactNode }) => (
  <DataList labelWidth={labelWidth} gap="xs">
    {children}
  </DataList>
);

/** Label and value. Renders nothing without a value. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children && (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue className={classes['value']}>{children}</DataList.ItemValue>
    </DataList.Item>
  );

import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './payments.module.css';

/** A line of a `DataList`; nothing where there is nothing to say. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children && (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue className={classes['value']}>{children}</DataList.ItemValue>
    </DataList.Item>
  );

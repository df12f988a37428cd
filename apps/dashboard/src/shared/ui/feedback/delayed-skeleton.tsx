import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

type DelayedSkeletonProps = {
  /** «Реквизиты загружаются», for screen readers. */
  label: string;
  children: ReactNode;
};

/** Skeleton that shows itself to those who wait longer than 150 ms. */
export const DelayedSkeleton = ({ label, children }: DelayedSkeletonProps) => (
  <div data-delayed>
    <VisuallyHidden role="status">{label}</VisuallyHidden>
    <div aria-hidden>{children}</div>
  </div>
);

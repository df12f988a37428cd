import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

type DelayedSkeletonProps = {
  /** Status for screen readers, e.g. «Реквизиты загружаются». */
  label: string;
  children: ReactNode;
};

/** Skeleton that becomes visible after 150 ms. */
export const DelayedSkeleton = ({ label, children }: DelayedSkeletonProps) => (
  <div data-delayed>
    <VisuallyHidden role="status">{label}</VisuallyHidden>
    <div aria-hidden>{children}</div>
  </div>
);

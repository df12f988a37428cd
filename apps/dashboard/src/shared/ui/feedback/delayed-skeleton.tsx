import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

type LateProps = {
  /** What is on its way, said aloud: «Реквизиты загружаются». */
  label: string;
  children: ReactNode;
};

/** A picture of what is to come, for those who wait longer than 150 ms. */
export const Late = ({ label, children }: LateProps) => (
  <div data-late>
    <VisuallyHidden role="status">{label}</VisuallyHidden>
    <div aria-hidden>{children}</div>
  </div>
);

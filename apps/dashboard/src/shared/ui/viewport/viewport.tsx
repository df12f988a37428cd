import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ViewportContext } from './use-viewport.ts';

const IMMEDIATE = { getInitialValueInEffect: false };

/** Provides the screen size to the page, so that the media queries are evaluated once. */
export function Viewport({ children }: { children: ReactNode }) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, IMMEDIATE);
  const isWide = useMediaQuery('(min-width: 75em)', true, IMMEDIATE);
  const isLow = useMediaQuery('(max-height: 24.99em)', false, IMMEDIATE);
  return <ViewportContext value={{ isNarrow, isWide, isLow }}>{children}</ViewportContext>;
}

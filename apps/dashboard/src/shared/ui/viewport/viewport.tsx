import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useMemo } from 'react';
import { ViewportContext } from './use-viewport.ts';

const AT_ONCE = { getInitialValueInEffect: false };

/** Looks at the window once for all that goes by its width. */
export function Viewport({ children }: { children: ReactNode }) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, AT_ONCE);
  const isWide = useMediaQuery('(min-width: 75em)', true, AT_ONCE);
  const viewport = useMemo(() => ({ isNarrow, isWide }), [isNarrow, isWide]);
  return <ViewportContext value={viewport}>{children}</ViewportContext>;
}

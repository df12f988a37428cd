import { useArrival } from './page-heading.tsx';
import { usePainted } from './use-painted.ts';

/**
 * True when what stands further down a page is drawn: once its beginning has been painted, and at once where it is come back to, so that
 * the place at which it was left is there.
 */
export function useWhole(): boolean {
  const isPainted = usePainted();
  return useArrival() === 'back' || isPainted;
}

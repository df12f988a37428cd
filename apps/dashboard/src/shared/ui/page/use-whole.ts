import { useArrival } from './page-heading.tsx';
import { usePainted } from './use-painted.ts';

/**
 * Whether to render content below the first screen. True after the first paint, or immediately after the back button, so that the browser
 * can restore the scroll position.
 */
export function useWhole(): boolean {
  const isPainted = usePainted();
  return useArrival() === 'back' || isPainted;
}

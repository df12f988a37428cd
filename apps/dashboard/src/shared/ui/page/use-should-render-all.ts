import { useArrival } from './page-heading.tsx';
import { useIsPainted } from './use-is-painted.ts';

/**
 * Whether to render content below the first screen. True after the first paint, or immediately after the back button, so that the browser
 * can restore the scroll position.
 */
export function useShouldRenderAll(): boolean {
  const isPainted = useIsPainted();
  return useArrival() === 'back' || isPainted;
}

import { startTransition, useEffect, useState } from 'react';

/** Resolves once the next frame is painted; at once where nobody looks. */
export const painted = () =>
  document.hidden
    ? Promise.resolve()
    : new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** True once what a component was first drawn with has been painted: what is not seen at once waits for that. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => void painted().then(() => startTransition(() => setPainted(true))), []);
  return isPainted;
}

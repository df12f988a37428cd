import { startTransition, useEffect, useState } from 'react';

/** Resolves after the next frame is painted, or immediately if the page is hidden. */
export const waitForPaint = () =>
  document.hidden
    ? Promise.resolve()
    : new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** True after the first paint of the component. Use it to delay content that is not visible at first. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => void waitForPaint().then(() => startTransition(() => setPainted(true))), []);
  return isPainted;
}

import { useEffect, useRef } from 'react';

/** Moves to a refusal as it comes: the button that was busy has lost the focus. A field in use keeps its own. */
export function useTold(failure: unknown) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { activeElement: active } = document;
    if (failure && !active?.matches('input, textarea, select')) alert.current?.focus();
  }, [failure]);
  return alert;
}

import { useEffect, useRef } from 'react';

/** Focuses an error message when it appears, because the busy submit button has lost the focus. A focused field keeps the focus. */
export function useErrorFocus(failure: unknown) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { activeElement: active } = document;
    if (failure && !active?.matches('input, textarea, select')) alert.current?.focus();
  }, [failure]);
  return alert;
}

import { useEffect, useLayoutEffect, useRef } from 'react';
import { serverPage, takeOver } from '@/shared/server-page.ts';

/** Replaces the prerendered sign-in page with the application after its siblings have rendered. */
export function TakeOver() {
  const finish = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    // Strict mode runs the effect twice; the first run removes the page.
    if (serverPage() !== null) finish.current = takeOver(document.getElementById('content') ?? document.body);
  }, []);
  useEffect(() => {
    finish.current?.();
    finish.current = undefined;
  }, []);
  return null;
}

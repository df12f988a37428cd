import { useEffect, useLayoutEffect, useRef } from 'react';
import { serverPage, takeOver } from '../../shared/server-page.ts';

/** Replaces a server-rendered page with the application after its siblings have rendered. */
export function TakeOver() {
  const wake = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    if (serverPage()?.matches('[data-waits]'))
      wake.current = takeOver(document.getElementById('content') ?? document.body);
  }, []);
  useEffect(() => {
    wake.current?.();
    wake.current = undefined;
  }, []);
  return null;
}

import { useEffect, useLayoutEffect, useRef } from 'react';
import { serverPage, takeOver } from '../../shared/server-page.ts';

/** Replaces a server-rendered page with the application after its siblings have rendered. */
export function TakeOver() {
  const finish = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    if (serverPage()?.matches('[data-waits]'))
      finish.current = takeOver(document.getElementById('content') ?? document.body);
  }, []);
  useEffect(() => {
    finish.current?.();
    finish.current = undefined;
  }, []);
  return null;
}

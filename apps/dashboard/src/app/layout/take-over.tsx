import { useEffect, useLayoutEffect, useRef } from 'react';
import { serverPage, takeOver } from '../../shared/server-page.ts';

/** Takes over from a page of the server's that waits for the application, as soon as what this stands beside is drawn. */
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

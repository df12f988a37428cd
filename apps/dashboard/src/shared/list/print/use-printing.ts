import { useSyncExternalStore } from 'react';

const query = () => window.matchMedia('print');

const subscribe = (listener: () => void) => {
  const paper = query();
  paper.addEventListener('change', listener);
  return () => paper.removeEventListener('change', listener);
};

/** Whether the page is rendered for print. The value changes before the print layout. */
export const usePrinting = () =>
  useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => false,
  );

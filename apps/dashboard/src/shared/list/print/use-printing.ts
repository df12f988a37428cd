import { useSyncExternalStore } from 'react';

const query = () => window.matchMedia('print');

const subscribe = (listener: () => void) => {
  const paper = query();
  paper.addEventListener('change', listener);
  return () => paper.removeEventListener('change', listener);
};

/** Predicate: the page is being laid out for paper. Known before it is drawn there. */
export const usePrinting = () =>
  useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => false,
  );

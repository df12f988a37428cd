import { useSyncExternalStore } from 'react';

const printQuery = () => window.matchMedia('print');

const subscribe = (listener: () => void) => {
  const media = printQuery();
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Whether the page is rendered for print. The value changes before the print layout. */
export const useIsPrinting = () =>
  useSyncExternalStore(
    subscribe,
    () => printQuery().matches,
    () => false,
  );

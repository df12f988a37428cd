import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Scrolls to the element with the id when the URL names it. The browser cannot, because the element is rendered after the page. */
export function useHashScroll(id: string): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    // A link to the same hash has a new key and scrolls again.
    if (key && hash === `#${id}`) document.getElementById(id)?.scrollIntoView({ block: 'center' });
  }, [hash, key, id]);
}

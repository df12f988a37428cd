import { useCallback, useState } from 'react';

/** Returns a ref and the width of its element in pixels. Measured before the first paint and on every resize; 0 without a layout. */
export function useElementWidth<Element extends HTMLElement>() {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: Element) => {
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}

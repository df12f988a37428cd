import { useLayoutEffect, useRef, useState } from 'react';

/** Returns a ref and the width of its element in pixels. Measured before the first paint and on every resize; 0 without a layout. */
export function useElementWidth<Element extends HTMLElement>() {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const measured = element.current;
    const measure = () => setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}

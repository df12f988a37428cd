import { useLayoutEffect, useRef, useState } from 'react';

/** The width of an element in pixels, known before it is first painted and kept up to date; 0 where there is no layout. */
export function useRoom<Element extends HTMLElement>() {
  const element = useRef<Element>(null);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const measured = element.current;
    const measure = () => setRoom(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return [element, room] as const;
}

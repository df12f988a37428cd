import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { createContext, useContext, useEffect, useRef } from 'react';
import { PRODUCT_NAME } from '@/shared/product.ts';

/** How the user opened the page: first load, new navigation or the back button. Query changes are ignored. */
export type Arrival = 'first' | 'forward' | 'back';

export const ArrivalContext = createContext<Arrival>('first');

export const useArrival = () => useContext(ArrivalContext);

/** Window title: the page, then the product. */
export const windowTitle = (title: string) => `${title} · ${PRODUCT_NAME}`;

/** Sets the window title in an effect: a `<title>` element would be added to the one of the document. */
export function DocumentTitle({ title }: { title: string }) {
  useDocumentTitle(windowTitle(title));
  return null;
}

export function PageHeading({ children, className }: { children: string; className?: string | undefined }) {
  const arrival = useArrival();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrival === 'first') return;
    // After `back`, the browser restores the scroll position.
    if (arrival === 'forward') document.documentElement.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, [arrival]);
  return (
    <Title order={1} ref={heading} tabIndex={-1} className={className}>
      {children}
    </Title>
  );
}

import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { createContext, useContext, useEffect, useRef } from 'react';
import { PRODUCT_NAME } from '../../product.ts';

/** Way in which the open page was arrived at; a later change of its query is not another arrival. */
export type Arrival = 'first' | 'forward' | 'back';

export const ArrivalContext = createContext<Arrival>('first');

export const useArrival = () => useContext(ArrivalContext);

/** Title of the window: the page, then the product. */
export const windowTitle = (title: string) => `${title} · ${PRODUCT_NAME}`;

/** The title of the window. An effect sets it: of a page drawn ahead, React would put a `<title>` into the document. */
export function DocumentTitle({ title }: { title: string }) {
  useDocumentTitle(windowTitle(title));
  return null;
}

export function PageHeading({ children, className }: { children: string; className?: string | undefined }) {
  const arrival = useArrival();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrival === 'first') return;
    // What is come back to is at the place where it was left: the browser sees to that.
    if (arrival === 'forward') document.documentElement.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, [arrival]);
  return (
    <Title order={1} ref={heading} tabIndex={-1} className={className}>
      {children}
    </Title>
  );
}

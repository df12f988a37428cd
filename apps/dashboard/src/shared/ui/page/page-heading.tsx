import { Title } from '@mantine/core';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { PRODUCT_NAME } from '../../product.ts';

/** Set once the person has moved within the application: a new page takes the focus then and so is announced. */
export const NavigatedContext = createContext(false);

type Arrival = 'first' | 'forward' | 'back';

/** How a page was arrived at; it stays so, since what changes in the address later is not another page. */
export function useArrival(): Arrival {
  const hasNavigated = useContext(NavigatedContext);
  const type = useNavigationType();
  const [arrival] = useState<Arrival>(() => (!hasNavigated ? 'first' : type === 'POP' ? 'back' : 'forward'));
  return arrival;
}

/** The title of the window. */
export const DocumentTitle = ({ title }: { title: string }) => <title>{`${title} · ${PRODUCT_NAME}`}</title>;

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

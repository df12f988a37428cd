import { Title } from '@mantine/core';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { PRODUCT_NAME } from '../../product.ts';

/** Set once the person has moved within the application: a new page takes the focus then and so is announced. */
export const NavigatedContext = createContext(false);

/** The title of the window. */
export const DocumentTitle = ({ title }: { title: string }) => <title>{`${title} · ${PRODUCT_NAME}`}</title>;

export function PageHeading({ children, className }: { children: string; className?: string | undefined }) {
  // As it was on arrival: what changes in the address later is not another page.
  const [navigated] = useState(useContext(NavigatedContext));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (navigated) heading.current?.focus();
  }, [navigated]);
  return (
    <Title order={1} ref={heading} tabIndex={-1} className={className}>
      {children}
    </Title>
  );
}

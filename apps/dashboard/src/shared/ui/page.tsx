import { Stack, Title } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { PRODUCT_NAME } from '../product.ts';
import classes from './page.module.css';
import { usePageHandle } from './page-handle.ts';

/** Whether the person has moved within the application: then a new page takes the focus and so is announced. */
export const NavigatedContext = createContext(false);

type PageProps = {
  children: ReactNode;
  /** Width the content is held to. */
  width?: 'form' | 'wide';
};

/** The frame of every page: the window's title, one level-one heading, the width. */
export function Page({ children, width = 'wide' }: PageProps) {
  const { title } = usePageHandle();
  return (
    <Stack gap="lg" className={classes['page']} data-width={width}>
      <DocumentTitle title={title} />
      <PageHeading className={classes['heading']}>{title}</PageHeading>
      {children}
    </Stack>
  );
}

export const DocumentTitle = ({ title }: { title: string }) => <title>{`${title} · ${PRODUCT_NAME}`}</title>;

export function PageHeading({ children, className }: { children: string; className?: string | undefined }) {
  const navigated = useContext(NavigatedContext);
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

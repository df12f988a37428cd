import { Group, Stack, Text, Title } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { PRODUCT_NAME } from '../product.ts';
import classes from './page.module.css';
import { PageSubject, usePageHandle } from './page-handle.ts';

/** Whether the person has moved within the application: then a new page takes the focus and so is announced. */
export const NavigatedContext = createContext(false);

type PageProps = {
  children: ReactNode;
  /** What the page is about, in place of the route's title; empty until it is known. */
  subject?: string;
  /** Width the content is held to. */
  width?: 'form' | 'wide' | 'list';
  /** Dimmed beside the heading: how many there are. */
  aside?: ReactNode;
  /** At the right of the heading. */
  actions?: ReactNode;
};

/** The frame of every page: the window's title, one level-one heading, the width. */
export function Page({ children, subject = '', width = 'wide', aside, actions }: PageProps) {
  const { title } = usePageHandle();
  const { setSubject } = useContext(PageSubject);
  useEffect(() => {
    setSubject(subject);
    return () => setSubject('');
  }, [subject, setSubject]);
  return (
    <Stack gap="lg" className={classes['page']} data-width={width}>
      <DocumentTitle title={title} />
      <div className={classes['head']}>
        <PageHeading className={classes['heading']}>{title}</PageHeading>
        {aside !== undefined && (
          <Text c="dimmed" size="lg" className={classes['aside']}>
            {aside}
          </Text>
        )}
        {actions && (
          <Group gap="xs" ml="auto" wrap="nowrap">
            {actions}
          </Group>
        )}
      </div>
      {children}
    </Stack>
  );
}

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

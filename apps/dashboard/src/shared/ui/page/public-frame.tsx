import '../form/field-styles.ts';
import { Anchor, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { env } from '@/shared/env.ts';
import { PRODUCT_NAME } from '@/shared/product.ts';
import { LinesAndNodes } from './lines-and-nodes.tsx';
import { PageHeading, windowTitle } from './page-heading.tsx';
import { ProductMark } from './product-mark.tsx';
import classes from './public-frame.module.css';

type PublicFrameProps = {
  title: string;
  /** Text of the support link, e.g. «Не получается войти? Напишите нам». */
  supportText: string;
  children: ReactNode;
};

/** Frame of the login and other public pages: a card below the product logo. */
export function PublicFrame({ title, supportText, children }: PublicFrameProps) {
  const supportUrl = env.supportUrl();
  return (
    <div className={classes['page']}>
      {/* An element and not an effect, because the server renders the page without scripts. */}
      <title>{windowTitle(title)}</title>
      <LinesAndNodes className={classes['motif']} />
      <Group gap="sm">
        <ProductMark size={32} />
        <Text fw={600}>{PRODUCT_NAME}</Text>
      </Group>
      <Paper withBorder radius="lg" className={classes['card']}>
        <PageHeading className={classes['heading']}>{title}</PageHeading>
        {children}
      </Paper>
      {supportUrl && (
        <Anchor href={supportUrl} size="sm" className={classes['support']}>
          {supportText}
        </Anchor>
      )}
    </div>
  );
}

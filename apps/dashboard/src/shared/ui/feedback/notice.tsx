import { Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Actions } from './actions.tsx';
import classes from './notice.module.css';
import { NoticeMotif } from './notice-motif.tsx';

type NoticeProps = {
  icon: ReactNode;
  title: string;
  /** Heading level; 1 when the notice is the whole page. */
  order?: 1 | 2;
  children: ReactNode;
  /** Buttons for the next steps. */
  actions?: ReactNode;
  /** Draws lines and nodes behind the icon. */
  hasMotif?: boolean;
};

/** Empty or error state of a page or a part of it: the reason and the next steps. */
export const Notice = ({ icon, title, order = 2, children, actions, hasMotif }: NoticeProps) => (
  <Center mih="40vh">
    <Stack align="center" gap="sm" maw="30rem" ta="center">
      <Text c="dimmed" component="span" lh={0} aria-hidden className={classes['icon']}>
        {hasMotif && <NoticeMotif />}
        {icon}
      </Text>
      <Title order={order} fz={order === 1 ? 'h1' : 'h2'}>
        {title}
      </Title>
      <Text c="dimmed" style={{ textWrap: 'balance' }}>
        {children}
      </Text>
      {actions && <Actions>{actions}</Actions>}
    </Stack>
  </Center>
);

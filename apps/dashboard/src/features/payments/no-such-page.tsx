import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { IconWallet } from '../../shared/ui/icons.ts';

type NoSuchPageProps = {
  title: string;
  /** The section where it would be, and what that is called. */
  tab: 'payments' | 'registries' | 'acts';
  all: string;
  children: ReactNode;
};

/** In place of what an address names and the organization does not have. */
export const NoSuchPage = ({ title, tab, all, children }: NoSuchPageProps) => (
  <Notice
    icon={<IconWallet size={32} stroke={1.75} />}
    title={title}
    actions={
      <Button component={Link} to={{ search: `?tab=${tab}` }}>
        {all}
      </Button>
    }
  >
    {children}
  </Notice>
);

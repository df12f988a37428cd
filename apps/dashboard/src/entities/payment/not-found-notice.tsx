import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ALL_STATES } from '@/shared/list/address.ts';
import { Notice } from '@/shared/ui/feedback/notice.tsx';
import { IconWallet } from '@/shared/ui/icons.ts';

type NotFoundNoticeProps = {
  title: string;
  /** Section that the button opens, with all rows. */
  tab: 'payments' | 'registries' | 'bank' | 'acts';
  linkLabel: string;
  children: ReactNode;
};

/** Shown if the URL contains the id of an object that the organization does not have. */
export const NotFoundNotice = ({ title, tab, linkLabel, children }: NotFoundNoticeProps) => (
  <Notice
    icon={<IconWallet size={32} stroke={1.75} />}
    title={title}
    actions={
      <Button component={Link} to={{ search: `?tab=${tab}&status=${ALL_STATES}` }}>
        {linkLabel}
      </Button>
    }
  >
    {children}
  </Notice>
);

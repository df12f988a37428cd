import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '@/shared/ui/dialog/dialog.tsx';
import { CopyLink } from '@/shared/ui/link-buttons.tsx';
import classes from '../developers.module.css';

type SecretDialogProps = { title: string; secret: string; children: ReactNode; onClose: () => void };

/** Shows a secret once. A click outside would close its only view. */
export const SecretDialog = ({ title, secret, children, onClose }: SecretDialogProps) => (
  <Dialog opened onClose={onClose} title={title} closeOnClickOutside={false}>
    <Stack gap="md">
      <Text>{children}</Text>
      <div className={classes['secret']}>{secret}</div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Готово
        </Button>
        <CopyLink url={secret} label="Скопировать" width={152} />
      </Group>
    </Stack>
  </Dialog>
);

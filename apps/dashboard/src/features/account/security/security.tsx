import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useHashScroll } from '@/shared/ui/page/use-hash-scroll.ts';
import { Sessions } from './sessions.tsx';

const PasswordDialog = lazy(() => import('./password-dialog.tsx'));
const PhoneDialog = lazy(() => import('./phone-dialog.tsx'));

const SECURITY_ID = 'security';

/** Password, phone and active sessions of the user. */
export function Security() {
  useHashScroll(SECURITY_ID);
  const [openDialog, setOpenDialog] = useState<'password' | 'phone' | null>(null);
  const close = () => setOpenDialog(null);
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      radius="lg"
      component="section"
      aria-label="Безопасность"
      id={SECURITY_ID}
    >
      <Stack gap="md" align="stretch">
        <Title order={2}>Безопасность</Title>
        <Group gap="xs">
          <Button variant="default" onClick={() => setOpenDialog('password')}>
            Сменить пароль
          </Button>
          <Button variant="default" onClick={() => setOpenDialog('phone')}>
            Сменить телефон
          </Button>
        </Group>
        <Text fw={600}>Активные входы</Text>
        <Sessions />
      </Stack>
      <Suspense fallback={null}>
        {openDialog === 'password' && <PasswordDialog onClose={close} />}
        {openDialog === 'phone' && <PhoneDialog onClose={close} />}
      </Suspense>
    </Paper>
  );
}

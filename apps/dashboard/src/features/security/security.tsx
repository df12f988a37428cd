import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Sessions } from './sessions.tsx';

const PasswordDialog = lazy(() => import('./password-dialog.tsx'));

/** The password, and where the person is signed in. */
export function Security() {
  const [isChanging, setChanging] = useState(false);
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} radius="lg" component="section" aria-label="Безопасность">
      <Stack gap="md" align="stretch">
        <Title order={2}>Безопасность</Title>
        <Button variant="default" w="fit-content" onClick={() => setChanging(true)}>
          Сменить пароль
        </Button>
        <Text fw={600}>Где выполнен вход</Text>
        <Sessions />
      </Stack>
      <Suspense fallback={null}>
        {isChanging && <PasswordDialog onClose={() => setChanging(false)} />}
      </Suspense>
    </Paper>
  );
}

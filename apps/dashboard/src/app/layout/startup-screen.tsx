import { Button, Center, Loader, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useAuth } from '@referral-dashboard/react-auth';
import { useEffect } from 'react';
import { serverPage } from '@/shared/server-page.ts';
import { Actions } from '@/shared/ui/feedback/actions.tsx';
import { DocumentTitle } from '@/shared/ui/page/page-heading.tsx';
import { useSignOut } from '../access/use-sign-out.ts';

/** Shown until the stored session is verified. */
export function StartupScreen() {
  const { error, initialize } = useAuth();
  const signOut = useSignOut();
  // The prerendered sign-in form hides this screen. Without a stored session, startup ends before the timer and the form stays.
  useEffect(() => {
    const timer = setTimeout(() => serverPage()?.remove());
    return () => clearTimeout(timer);
  }, []);
  return (
    <Center mih="100dvh" p="md" component="main">
      <DocumentTitle title="Проверка входа" />
      <Stack align="center" gap="lg">
        <Stack align="center" gap="md" role="status">
          <Loader size="xl" />
          {error ? (
            <Stack gap="xs" align="center" ta="center">
              <Title order={1}>Нет связи с сервером</Title>
              <Text c="dimmed">Повторим автоматически, входить заново не придется.</Text>
            </Stack>
          ) : (
            <VisuallyHidden>Проверяем вход</VisuallyHidden>
          )}
        </Stack>
        {error && (
          <Actions>
            <Button onClick={() => void initialize()}>Повторить</Button>
            <Button variant="default" onClick={signOut}>
              Выйти
            </Button>
          </Actions>
        )}
      </Stack>
    </Center>
  );
}

import { Button, Stack, Text, Title } from '@mantine/core';
import { useAuthState } from '@referral-dashboard/react-auth';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';

/** Explains why a link does not work and what to do next. */
export function ExpiredLink({ reason }: { reason: string }) {
  const isAuth = useAuthState((state) => state.isAuth);
  return (
    <Stack gap="md" role="alert">
      <Title order={2}>По этой ссылке войти нельзя</Title>
      <Text>{reason}</Text>
      <Text c="dimmed">
        Если вы уже приняли приглашение, ссылка больше не нужна: войдите со своим телефоном и паролем.
      </Text>
      <Button h={44} fullWidth component={Link} to={isAuth ? paths.home : paths.login}>
        {isAuth ? 'На главную' : 'Войти'}
      </Button>
    </Stack>
  );
}

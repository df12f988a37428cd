import { Alert, Button, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { useSecretLink } from './use-secret-link.ts';

type SecretLinkProps<Content> = {
  /** Endpoint that returns the content of the link. */
  url: string;
  token: string;
  /** Error title, e.g. «Ссылка не открылась». */
  failed: string;
  /** Heading for a link that is expired, used or unknown. */
  gone: string;
  children: (content: Content) => ReactNode;
};

/** Checks a secret link on the server, then renders its content. */
export function SecretLink<Content>({ url, token, failed, gone, children }: SecretLinkProps<Content>) {
  const { loaded, reload } = useSecretLink<Content>(url, token, failed);
  if (loaded.state === 'open') return children(loaded.content);
  if (loaded.state === 'loading')
    return (
      <Stack gap="md">
        <VisuallyHidden role="status">Ссылка открывается</VisuallyHidden>
        <Skeleton height={14} width="92%" />
        <Skeleton height={42} mt="xs" />
        <Skeleton height={44} />
      </Stack>
    );
  if (loaded.state === 'gone')
    return (
      <Stack gap="md" role="alert">
        <Title order={2}>{gone}</Title>
        <Text>{loaded.reason}</Text>
        <Button h={44} fullWidth component={Link} to={paths.login}>
          Войти
        </Button>
      </Stack>
    );
  return (
    <Stack gap="md">
      <Alert role="alert" color="red" title={failed}>
        {loaded.advice}
      </Alert>
      <Button h={44} fullWidth onClick={reload}>
        Повторить
      </Button>
    </Stack>
  );
}

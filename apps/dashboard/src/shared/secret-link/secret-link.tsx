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
  failureTitle: string;
  /** Heading for a link that is expired, used or unknown. */
  expiredTitle: string;
  /** Actions shown instead of a link to the login page. */
  expiredActions?: ReactNode;
  children: (content: Content) => ReactNode;
};

/** Checks a secret link on the server, then renders its content. */
export function SecretLink<Content>({
  url,
  token,
  failureTitle,
  expiredTitle,
  expiredActions,
  children,
}: SecretLinkProps<Content>) {
  const { link, reload } = useSecretLink<Content>(url, token, failureTitle);
  if (link.state === 'open') return children(link.content);
  if (link.state === 'loading')
    return (
      <Stack gap="md">
        <VisuallyHidden role="status">Ссылка открывается</VisuallyHidden>
        <Skeleton height={14} width="92%" />
        <Skeleton height={42} mt="xs" />
        <Skeleton height={44} />
      </Stack>
    );
  if (link.state === 'gone')
    return (
      <Stack gap="md" role="alert">
        <Title order={2}>{expiredTitle}</Title>
        <Text>{link.reason}</Text>
        {expiredActions ?? (
          <Button h={44} fullWidth component={Link} to={paths.login}>
            Войти
          </Button>
        )}
      </Stack>
    );
  return <SecretLinkFailure title={failureTitle} advice={link.advice} onRetry={reload} />;
}

type SecretLinkFailureProps = { title: string; advice: string; onRetry: () => void };

/** Shown when a link could not be checked. */
export const SecretLinkFailure = ({ title, advice, onRetry }: SecretLinkFailureProps) => (
  <Stack gap="md">
    <Alert role="alert" color="red" title={title}>
      {advice}
    </Alert>
    <Button h={44} fullWidth onClick={onRetry}>
      Повторить
    </Button>
  </Stack>
);

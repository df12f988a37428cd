import { Button, Group, Stack, Text } from '@mantine/core';
import type { senderRoutes } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { explainError } from '@/shared/errors/explain-error.ts';

type SenderTestProps = {
  route: typeof senderRoutes.testEmailSender | typeof senderRoutes.testTelegramSender;
  /** Reason why a test message cannot be sent; omit when it can. */
  missing?: ReactNode;
  /** For example «Почтовый сервер принял сообщение. Проверьте почту.» */
  sent: string;
  children?: ReactNode;
};

/** Sends a test message to the current user and shows the result. */
export function SenderTest({ route, missing, sent, children }: SenderTestProps) {
  const { mutate, data, error, isPending, isSuccess } = useApiMutation(
    route as typeof senderRoutes.testEmailSender,
    [],
  );
  const failure = error && explainError(error, 'Тестовое сообщение не отправлено').alert;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button
          variant="default"
          loading={isPending}
          disabled={missing !== undefined}
          onClick={() => mutate({})}
        >
          Отправить тестовое сообщение
        </Button>
        {children}
      </Group>
      {missing !== undefined && (
        <Text c="dimmed" size="sm">
          {missing}
        </Text>
      )}
      {isSuccess && !isPending && data.is_sent && <Text role="status">{sent}</Text>}
      {isSuccess && !isPending && !data.is_sent && (
        <Text role="alert" c="var(--mantine-color-error)">
          Сообщение не отправлено. {data.problem}
        </Text>
      )}
      {failure && !isPending && (
        <Text role="alert" c="var(--mantine-color-error)">
          {failure.title}. {failure.advice}
        </Text>
      )}
    </Stack>
  );
}

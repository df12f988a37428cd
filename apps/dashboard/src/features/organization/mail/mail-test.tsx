import { Button, Group, Stack, Text } from '@mantine/core';
import { senderRoutes } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { useWrite } from '../../../shared/api/use-write.ts';
import { errorSentence } from '../../../shared/errors/sentence.ts';

/** Sends a test message to the caller and shows what the mail server answered. */
export function MailTest({ address, children }: { address: string; children?: ReactNode }) {
  const { mutate, data, error, isPending, isSuccess } = useWrite(senderRoutes.testEmailSender, []);
  const failure = error && errorSentence(error, 'Тестовое сообщение не отправлено');
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button variant="default" loading={isPending} disabled={address === ''} onClick={() => mutate({})}>
          Отправить тестовое сообщение
        </Button>
        {children}
      </Group>
      {address === '' && (
        <Text c="dimmed" size="sm">
          Укажите почту в профиле: тестовое сообщение придет на нее.
        </Text>
      )}
      {isSuccess && !isPending && data.is_sent && (
        <Text role="status">Почтовый сервер принял сообщение. Проверьте почту {address}.</Text>
      )}
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

import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { webhookRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense } from 'react';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { useDraftDialog } from '@/shared/drafts/use-draft-dialog.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import rows from '@/shared/ui/row-list.module.css';
import { WEBHOOK_DRAFT } from '../draft.ts';
import { WebhookRow } from './webhook-row.tsx';

const CreateWebhookDialog = lazy(() => import('./dialogs/create-webhook-dialog.tsx'));

/** Webhooks of the organization, with their state. */
export function Webhooks() {
  const dialog = useDraftDialog(WEBHOOK_DRAFT);
  return (
    <Paper
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      radius="lg"
      component="section"
      aria-labelledby="webhooks-title"
    >
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={2} id="webhooks-title">
            Вебхуки
          </Title>
          <Button variant="default" onClick={dialog.open}>
            Добавить вебхук
          </Button>
        </Group>
        <WebhookList />
      </Stack>
      <Suspense fallback={null}>{dialog.isOpen && <CreateWebhookDialog onClose={dialog.close} />}</Suspense>
    </Paper>
  );
}

function WebhookList() {
  const { data, error, refetch } = useApiQuery(webhookRoutes.webhooks, {}, { isLive: true });
  if (data === undefined)
    return error ? (
      <PartProblem error={error} title="Вебхуки не загрузились" onRetry={() => void refetch()} />
    ) : (
      <TextSkeleton lines={3} label="Вебхуки загружаются" />
    );
  if (data.results.length === 0)
    return (
      <Text c="dimmed">
        Вебхук нужен, чтобы ваша программа сразу узнавала о новых лидах, продажах и выплатах: о каждом событии
        мы отправим запрос на ее адрес.
      </Text>
    );
  return (
    <ul className={rows['list']}>
      {data.results.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} />
      ))}
    </ul>
  );
}
